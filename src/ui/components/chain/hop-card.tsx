import { createSignal, For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { GoldDiagnosis } from '../../../domain/diagnosis';
import type { GoldMapping } from '../../../domain/mapping';
import { Chip } from '../chip';
import { LongWords, Words } from '../words';
import { CertificateLine } from './certificate-line';
import { FactBlock } from './fact-block';
import type { Heal } from './healing';
import type { HopView } from './hop-view';
import { PassageText } from './passage-text';
import { RankStrip } from './rank-strip';
import { rankCaption, stateLabel, TONE_TERM } from './words';

export interface HopCardProps {
  view: HopView;
  k: number;
  chunk: (id: string) => Chunk | undefined;
  mapping: (gold: string) => GoldMapping | undefined;
  heal: Heal | undefined;
  /** Probability from which a fact counts as present. */
  threshold: number;
  /** Where a document is shown. */
  documentHref: (document: string) => string;
  /** In a replay of the run: retrieved up to this step; null: no replay. */
  reached: boolean | null;
  /** The user wants to try a query for this hop. */
  onTry: (view: HopView) => void;
}

/** Longest stretch of a sub-question that is shown whole. */
const LONG_PART = 400;
/** Gold passages that a card shows before it is opened. */
const FIRST_GOLDS = 5;

const cardTitle = (view: HopView): string => (view.kind === 'hop' ? `Hop ${view.id}` : `Passage ${view.id}`);

const needs = (view: HopView): string =>
  view.dependsOn.length === 0 ? '' : ` · needs hop ${view.dependsOn.join(' and ')}`;

export function HopCard(props: HopCardProps) {
  const term = () => TONE_TERM[props.view.tone];
  const broken = () => props.view.cut !== null;
  const [all, setAll] = createSignal(false);
  const golds = () => (all() ? props.view.golds : props.view.golds.slice(0, FIRST_GOLDS));
  return (
    <article
      class={`hop tone-${props.view.tone}`}
      classList={{
        broken: broken(),
        first: props.view.firstBreak,
        healed: props.heal?.heals === true,
        unreached: props.reached === false,
      }}
      aria-label={`${cardTitle(props.view)}: ${stateLabel(props.view)}`}
    >
      <Show when={props.view.firstBreak}>
        <span class="break-tag">✕ the chain breaks here</span>
      </Show>
      <div class="n">
        <span>
          {cardTitle(props.view)}
          {needs(props.view)}
        </span>
        <Show when={props.reached !== false} fallback={<span class="chip tone-neutral">not yet</span>}>
          <Chip term={term()} label={stateLabel(props.view)} />
        </Show>
      </div>
      <HealLine heal={props.heal} k={props.k} />
      <Show
        when={props.view.kind === 'hop'}
        fallback={
          <Show when={props.view.golds[0]}>
            {(gold) => (
              <h3>
                <LongWords
                  text={goldTitle(gold(), goldChunk(gold(), props.mapping(gold().gold.id), props.chunk))}
                />
              </h3>
            )}
          </Show>
        }
      >
        <h3 dir="auto">
          <For each={props.view.parts}>
            {(part) => (
              <Show
                when={part.bridge !== null}
                fallback={
                  part.text.length > LONG_PART ? <LongWords text={part.text} limit={LONG_PART} /> : part.text
                }
              >
                <span class="bridge" title={`gold answer of hop ${part.bridge}, filled in`}>
                  <Words text={part.text} />
                  <sup aria-hidden="true">{part.bridge}</sup>
                  <span class="visually-hidden"> (answer of hop {part.bridge})</span>
                </span>
              </Show>
            )}
          </For>
        </h3>
      </Show>
      <Show when={props.view.openLinks.length > 0}>
        <p class="small warn-line">
          {props.view.openLinks.join(' and ')} {props.view.openLinks.length === 1 ? 'leads' : 'lead'} to no
          hop before this one, so nothing is filled in for {props.view.openLinks.length === 1 ? 'it' : 'them'}
          .
        </p>
      </Show>
      <Show when={props.view.kind === 'hop' && props.view.answers[0]}>
        {(answer) => (
          <div>
            <span class="muted small">gold answer</span>{' '}
            <span class="ans">
              <LongWords text={answer()} />
            </span>
          </div>
        )}
      </Show>
      <Ranks view={props.view} k={props.k} />
      <Show when={props.view.fact}>
        {(fact) => (
          <FactBlock
            view={props.view}
            fact={fact()}
            threshold={props.threshold}
            chunk={props.chunk}
            documentHref={props.documentHref}
          />
        )}
      </Show>
      <Show when={props.view.withoutAnswer}>
        <p class="small warn-line">
          A chunk of the passage was found, but not the one that holds the answer.
        </p>
      </Show>
      <For each={golds()}>
        {(gold) => (
          <Gold gold={gold} view={props.view} chunk={props.chunk} mapping={props.mapping(gold.gold.id)} />
        )}
      </For>
      <Show when={props.view.golds.length > FIRST_GOLDS}>
        <button type="button" class="linklike small" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? 'Show fewer' : `Show all ${props.view.golds.length} gold passages`}
        </button>
      </Show>
      <Show when={props.view.state === 'missed'}>
        <button type="button" class="linklike small" onClick={() => props.onTry(props.view)}>
          Try a query for this {props.view.kind === 'hop' ? 'hop' : 'passage'}
        </button>
      </Show>
    </article>
  );
}

/** The chunk that holds the answer, else the first of the gold chunk set. */
function goldChunk(
  gold: GoldDiagnosis,
  mapping: GoldMapping | undefined,
  chunk: (id: string) => Chunk | undefined,
): Chunk | undefined {
  const ids = [...(mapping?.answerChunks ?? []), ...gold.chunks];
  return ids.map((id) => chunk(id)).find((found) => found !== undefined);
}

const goldTitle = (gold: GoldDiagnosis, chunk: Chunk | undefined): string =>
  gold.gold.title ?? chunk?.title ?? gold.gold.document ?? 'Gold passage';

function HealLine(props: { heal: Heal | undefined; k: number }) {
  return (
    <Show when={props.heal}>
      {(heal) => (
        <Show
          when={heal().heals}
          fallback={
            <Show when={heal().found}>
              <p class="heal-line small muted">your query finds it too, at rank {heal().rank}</p>
            </Show>
          }
        >
          <p class="heal-line heals">
            <span aria-hidden="true">✓</span> heals with your query, at rank {heal().rank}
          </p>
        </Show>
      )}
    </Show>
  );
}

function Ranks(props: { view: HopView; k: number }) {
  const caption = () => rankCaption(props.view, props.k);
  return (
    <Show when={props.view.state === 'retrieved' || props.view.state === 'missed'}>
      <div class="rank-block">
        <div class="small muted caption">
          {caption().text}
          <Show when={caption().query}>
            {(query) => (
              <>
                {' '}
                <q title={query().slice(0, 2000)}>
                  <Words text={query()} />
                </q>
              </>
            )}
          </Show>
        </div>
        <RankStrip cells={props.view.strip} />
      </div>
    </Show>
  );
}

function Gold(props: {
  gold: GoldDiagnosis;
  view: HopView;
  chunk: (id: string) => Chunk | undefined;
  mapping: GoldMapping | undefined;
}) {
  const shown = () => goldChunk(props.gold, props.mapping, props.chunk);
  const text = () => shown()?.text ?? props.gold.gold.text ?? props.gold.gold.quote;
  const title = () => (props.view.kind === 'hop' ? goldTitle(props.gold, shown()) : '');
  /** The judge's block above shows the very same passage. */
  const isShown = () => shown() !== undefined && shown()?.id === props.view.fact?.judgement.chunk;
  const absent = () => props.gold.mapping === 'unmapped' || props.gold.mapping === 'notInCorpus';
  return (
    <>
      <Show
        when={!isShown()}
        fallback={
          <p class="small muted">
            The gold passage is the one above,{' '}
            <b>
              <Words text={title()} />
            </b>
            .
          </p>
        }
      >
        <div class="passage">
          <b class="t">
            <LongWords text={title()} />{' '}
            <Show when={!absent() && !props.gold.retrieved}>
              <span class="faint small unseen">not seen by this run</span>
            </Show>
            <Show when={absent()}>
              <span class="faint small unseen">
                {props.gold.mapping === 'notInCorpus'
                  ? 'left out of the corpus by the labels'
                  : 'no chunk matches'}
              </span>
            </Show>
          </b>
          <Show when={text()} fallback={<span class="faint">The labels give no text for it.</span>}>
            {(value) => (
              <PassageText text={value()} answers={props.view.answers} quote={props.gold.gold.quote} />
            )}
          </Show>
        </div>
      </Show>
      <Show when={(props.mapping?.status === 'ambiguous' || absent()) && props.mapping?.note}>
        <p class="small muted">
          <b>{absent() ? 'Why not in the corpus' : 'Ambiguous'}</b>{' '}
          <LongWords text={props.mapping?.note ?? ''} />
        </p>
      </Show>
      <Show when={!absent()}>
        <CertificateLine gold={props.gold} known={props.view.query} />
      </Show>
    </>
  );
}

import { Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import { percent } from '../../format';
import { CELL } from '../../messages';
import { Chip } from '../chip';
import { FailureNotice } from '../notice';
import { Term } from '../term';
import { LongWords } from '../words';
import { createStating } from './create-stating';
import { gapTerm, gapWords, judgedWords, judgementTerm } from './fact-words';
import type { FactView, HopView } from './hop-view';
import { PassageText } from './passage-text';
import type { Stating } from './stating';

export interface FactProps {
  view: HopView;
  fact: FactView;
  /** Probability from which a fact counts as present. */
  threshold: number;
  chunk: (id: string) => Chunk | undefined;
  /** Where a document is shown. */
  documentHref: (document: string) => string;
}

/** What the judge says of a hop: outcome, probability against the threshold, where it stands, what the corpus holds. */
export function FactBlock(props: FactProps) {
  const judgement = () => props.fact.judgement;
  const stated = () => {
    const id = judgement().chunk;
    return id === null ? undefined : props.chunk(id);
  };
  return (
    <div class="fact">
      <div class="row small">
        <Show when={props.fact.cell} fallback={<Chip term={judgementTerm(judgement())} />}>
          {(cell) => <Chip term={CELL[cell()]} />}
        </Show>
        <span class="muted num">{judgedWords(judgement(), props.threshold)}</span>
      </div>
      <Show when={judgement().probability !== null}>
        <Meter probability={judgement().probability ?? 0} threshold={props.threshold} />
      </Show>
      <Show when={stated()} keyed>
        {(chunk) => (
          <StatingPassage
            asked={props.fact.asked}
            chunk={chunk}
            answers={props.view.answers}
            lead={judgement().present === true ? 'the judge finds it in' : 'nearest to it'}
            href={props.documentHref(chunk.document)}
          />
        )}
      </Show>
      <Show when={props.fact.gap}>
        {(gap) => (
          <>
            <p class="small gap-line">
              <Show when={gapTerm(gap())} fallback={<b>gap not checked</b>}>
                {(term) => <Term term={term()} />}
              </Show>
              {': '}
              <span class="muted">{gapWords(gap())}</span>
            </p>
            <Show when={props.chunk(gap().chunk ?? '')} keyed>
              {(chunk) => (
                <StatingPassage
                  asked={props.fact.asked}
                  chunk={chunk}
                  answers={props.view.answers}
                  lead={`not retrieved, states it by the judge’s word (${percent(gap().probability, 0)})`}
                  href={props.documentHref(chunk.document)}
                />
              )}
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}

/** Probability as a bar with the threshold on it; the words beside it say the same. */
function Meter(props: { probability: number; threshold: number }) {
  return (
    <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" x="0" y="1" width="100" height="6" rx="1" />
      <rect
        class={props.probability >= props.threshold ? 'fill reached' : 'fill'}
        x="0"
        y="1"
        width={props.probability * 100}
        height="6"
        rx="1"
      />
      <line class="at" x1={props.threshold * 100} x2={props.threshold * 100} y1="0" y2="8" />
    </svg>
  );
}

/** The passage that decides, with the sentence that states the fact once it has been asked for. */
export function StatingPassage(props: {
  asked: string;
  chunk: Chunk;
  answers: string[];
  lead: string;
  href: string;
}) {
  const stating = createStating();
  const given = (found: Stating | null) =>
    found === null
      ? {}
      : {
          given: {
            marks: found.sentence === null ? [] : [found.sentence.range],
            ...(found.span === null ? {} : { hits: [found.span] }),
          },
        };
  return (
    <div class="passage stating">
      <b class="t">
        <span class="muted small">{props.lead}</span> <LongWords text={props.chunk.title} />{' '}
        <a class="small" href={props.href}>
          open it
        </a>
      </b>
      <PassageText text={props.chunk.text} answers={props.answers} limit={260} {...given(stating.found())} />
      <p class="small muted">
        <Show when={stating.busy() === null} fallback={<span role="status">{stating.busy()}</span>}>
          <Show
            when={stating.found()}
            fallback={
              <button
                type="button"
                class="linklike small"
                onClick={() => void stating.find(props.asked, props.chunk)}
              >
                Which sentence decides it?
              </button>
            }
          >
            {(found) => (
              <Show when={found().sentence} fallback="No sentence could be scored.">
                {(sentence) => (
                  <>
                    marked: the sentence that the judge scores highest on its own,{' '}
                    <b class="num">{percent(sentence().probability, 0)}</b>
                    {found().span === null ? '' : '; underlined: what the reader would quote'}
                  </>
                )}
              </Show>
            )}
          </Show>
        </Show>
      </p>
      <Show when={stating.failure()}>{(failure) => <FailureNotice failure={failure()} />}</Show>
    </div>
  );
}

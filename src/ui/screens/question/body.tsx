import { createEffect, createMemo, createSignal, on, Show } from 'solid-js';
import type { RecordedAnswer } from '../../../domain/answer-judgement';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { GoldMapping } from '../../../domain/mapping';
import type { QuestionEvent } from '../../../domain/trace';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { Chain } from '../../components/chain/chain';
import type { ChainView, HopView } from '../../components/chain/hop-view';
import { FailureNotice } from '../../components/notice';
import { Words } from '../../components/words';
import { plural } from '../../format';
import { thresholdOf } from '../diagnosis/data';
import { JudgeOffer } from '../diagnosis/judge-offer';
import { AnswerPanel } from './answer-panel';
import { CauseNote } from './cause-note';
import type { createChunkCache } from './chunk-cache';
import { Header } from './header';
import { MultiHop } from './multi-hop';
import { NoChain } from './no-chain';
import { Passages } from './passages';
import { PromptsUsed } from './prompts-used';
import { RegisterPanel } from './register-panel';
import { reachedBy, stepsOf } from './steps';
import { Timeline } from './timeline';
import { createTrialState } from './trial-state';
import { TryIt } from './try-it';
import { unmatchedIn } from './unmatched';
import type { QuestionView, SetView } from './view';
import { voicesOf } from './voices';

/** The chain, the trial and the replay of one question. */
export function Body(props: {
  meta: WorkspaceMeta;
  run: RunMeta;
  diagnosis: QuestionDiagnosis & { mappings: GoldMapping[]; events: QuestionEvent[] };
  chain: ChainView;
  chunks: ReturnType<typeof createChunkCache>;
  /** What was said of answers in this workspace. */
  said: readonly RecordedAnswer[];
  k: number;
  view: QuestionView;
  set: SetView;
}) {
  const question = () => props.diagnosis.question;
  const hops = () => props.chain.hops;
  let input: HTMLInputElement | undefined;
  const trial = createTrialState(props);
  const tryHere = (text: string): void => {
    trial.ask(text);
    input?.focus();
    input?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };

  const voices = createMemo(() => voicesOf(props.diagnosis, props.diagnosis.events, props.said));

  // The replay of the run.
  const steps = createMemo(() => stepsOf(props.diagnosis.events, hops(), props.k));
  const [at, setAt] = createSignal<number | null>(null);
  const replayed = () => Math.min(at() ?? steps().length, steps().length);
  const reached = createMemo(() =>
    replayed() === steps().length ? null : reachedBy(steps(), hops(), replayed()),
  );
  createEffect(
    on(
      () => question().id,
      () => setAt(null),
      { defer: true },
    ),
  );
  /** Hops of which the judge has read a part: the run was judged to a smaller k. */
  const unjudged = () => hops().filter((hop) => hop.fact?.judgement.state === 'not-judged').length;
  const called = createMemo(() => unmatchedIn(props.diagnosis.events));
  const titleOf = (id: string): string => {
    const gold = props.diagnosis.golds.find((candidate) => candidate.gold.id === id);
    return gold?.gold.title ?? props.chunks.get(gold?.chunks[0] ?? '')?.title ?? gold?.gold.document ?? id;
  };
  const documentHref = (document: string): string =>
    `#/w/${props.meta.id}/corpus?doc=${encodeURIComponent(document)}`;
  const documentOfChunk = (chunk: string): string | null => {
    const document = props.chunks.get(chunk)?.document;
    return document === undefined ? null : documentHref(document);
  };
  const subQuestionOf = (hop: HopView): string =>
    hop.kind === 'hop' ? hop.parts.map((part) => part.text).join('') : question().text;
  return (
    <>
      <Header
        diagnosis={props.diagnosis}
        run={props.run}
        k={props.k}
        view={props.view}
        set={props.set}
        cause={
          <Show when={props.diagnosis.category}>
            {(category) => (
              <CauseNote
                category={category()}
                diagnosis={props.diagnosis}
                events={props.diagnosis.events}
                voices={voices()}
                k={props.k}
                titleOf={titleOf}
              />
            )}
          </Show>
        }
      />
      <Show
        when={hops().length > 0}
        fallback={<NoChain diagnosis={props.diagnosis} workspace={props.meta.id} />}
      >
        <section class="flow tight">
          <Show when={trial.touched() && trial.heals() !== null}>
            <div class="row small overlay-note">
              <span>
                The chain shows what your query{' '}
                <b>
                  “<Words text={trial.query()} />”
                </b>{' '}
                would do; the run is as it was.
              </span>
              <button type="button" class="btn tiny" onClick={trial.reset}>
                Back to the run
              </button>
            </div>
          </Show>
          <Show when={reached() !== null}>
            <div class="row small overlay-note">
              <span>
                The chain as it stood after {replayed()} of {steps().length} steps.
              </span>
              <button type="button" class="btn tiny" onClick={() => setAt(null)}>
                Show the whole run
              </button>
            </div>
          </Show>
          <Show when={unjudged() > 0}>
            <div class="row small overlay-note">
              <span>
                {plural(unjudged(), 'hop')} not judged at k = {props.k}: the judge has not read all that was
                retrieved.
              </span>
              <JudgeOffer runs={[props.run]} depth={props.k} label={`Judge the rest to k = ${props.k}`} />
            </div>
          </Show>
          <Chain
            diagnosis={props.diagnosis}
            view={props.chain}
            k={props.k}
            chunk={props.chunks.get}
            mapping={(gold) => props.diagnosis.mappings.find((mapping) => mapping.gold === gold)}
            threshold={thresholdOf(props.view.threshold)}
            documentHref={documentHref}
            heals={trial.touched() ? trial.heals() : null}
            reached={reached()}
            onTry={(hop) => tryHere(subQuestionOf(hop))}
          />
          <Show when={props.chunks.failure()}>{(failure) => <FailureNotice failure={failure()} />}</Show>
        </section>
      </Show>
      <div class="grid">
        <div class="c7 flow">
          <TryIt
            trial={trial}
            hops={hops()}
            question={question()}
            workspace={props.meta.id}
            retriever={props.run.header.retriever.id}
            threshold={thresholdOf(props.view.threshold)}
            chunk={props.chunks.get}
            input={(element) => {
              input = element;
            }}
          />
          <Show when={steps().some((step) => step.kind === 'register')}>
            <RegisterPanel
              steps={steps()}
              at={replayed()}
              run={props.run}
              premature={props.diagnosis.premature}
              titleOf={(chunk) => props.chunks.get(chunk)?.title ?? called().get(chunk) ?? chunk}
              hrefOf={documentOfChunk}
              isGold={(chunk) => props.diagnosis.golds.some((gold) => gold.chunks.includes(chunk))}
            />
          </Show>
          <PromptsUsed events={props.diagnosis.events} />
        </div>
        <div class="c5 flow">
          <Show when={props.diagnosis.answer !== null}>
            <AnswerPanel
              workspace={props.meta.id}
              diagnosis={props.diagnosis}
              events={props.diagnosis.events}
              voices={voices()}
            />
          </Show>
          <Show when={steps().length > 0}>
            <Timeline
              steps={steps()}
              hops={hops()}
              k={props.k}
              at={replayed()}
              onAt={(next) => setAt(next)}
              titleOf={(chunk) => props.chunks.get(chunk)?.title ?? called().get(chunk) ?? chunk}
              onTry={tryHere}
            />
          </Show>
          <Show when={question().gold.length > 1 || question().hops.length > 1}>
            <MultiHop test={props.diagnosis.test} k={props.k} titleOf={titleOf} />
          </Show>
          <Passages
            retrieved={props.diagnosis.retrieved}
            hops={hops()}
            k={props.k}
            goldDocuments={new Set(props.diagnosis.mappings.flatMap((mapping) => mapping.documents))}
            chunk={props.chunks.get}
            called={called()}
          />
        </div>
      </div>
    </>
  );
}

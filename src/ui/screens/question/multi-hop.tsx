import { type JSX, Show } from 'solid-js';
import type { MultiHopTest } from '../../../domain/diagnosis';
import { Panel } from '../../components/panel';
import { Term } from '../../components/term';
import { LongWords } from '../../components/words';
import { WORD } from '../../messages';

const TITLE: Record<MultiHopTest['verdict'], string> = {
  confirmed: 'A real multi-hop question',
  partial: 'Multi-hop by one test of two',
  suspect: 'Suspect label: maybe not multi-hop',
  unknown: 'Multi-hop or not: not known yet',
};

const MEANING: Record<MultiHopTest['verdict'], string> = {
  confirmed:
    'Two gold passages join through a shared entity, and each sub-question finds its own gold: the hops are real steps.',
  partial: 'One test holds and the other does not; read the passages before you trust the hop labels.',
  suspect: 'What is measured on this question may say little about multi-hop search; look at its labels.',
  unknown: 'One of the two tests could not be made.',
};

function Line(props: { holds: boolean | null; children: JSX.Element }) {
  return (
    <li>
      <span
        class={`mark-sign tone-${props.holds === true ? 'present' : props.holds === false ? 'retrieval' : 'neutral'}`}
      >
        <span aria-hidden="true">{props.holds === true ? '✓' : props.holds === false ? '✕' : '?'}</span>
        <span class="visually-hidden">
          {props.holds === true ? 'holds: ' : props.holds === false ? 'does not hold: ' : 'not known: '}
        </span>
      </span>
      <span>{props.children}</span>
    </li>
  );
}

/** The multi-hop test (05.2): its two halves and what they add up to. */
export function MultiHop(props: { test: MultiHopTest; titleOf: (gold: string) => string; k: number }) {
  return (
    <Panel title={TITLE[props.test.verdict]} why={MEANING[props.test.verdict]}>
      <ul class="tests">
        <Line holds={props.test.bridge}>
          <Term term={WORD.bridge}>Bridge test</Term>:{' '}
          <Show
            when={props.test.bridge !== null}
            fallback="it takes two gold passages in the corpus to compare."
          >
            <Show
              when={props.test.bridgeEntity}
              fallback="no title, name or answer joins two of the gold passages."
            >
              {(entity) => (
                <>
                  two gold passages share{' '}
                  <b>
                    <LongWords text={entity()} />
                  </b>
                  .
                </>
              )}
            </Show>
          </Show>
        </Line>
        <Line holds={props.test.rewrite}>
          <Term term={WORD.rewrite}>Rewrite test</Term>:{' '}
          {props.test.rewrite === null
            ? 'no probe has asked the sub-questions with their gold bridge answers on this retriever yet; run the oracle probe.'
            : props.test.rewrite
              ? `every sub-question, gold bridge answers filled in, retrieves its own gold at k = ${props.k}.`
              : `some sub-question, gold bridge answers filled in, does not retrieve its own gold at k = ${props.k}.`}
        </Line>
        <Show when={props.test.singlePassage}>
          {(gold) => (
            <Line holds={false}>
              <b>
                <LongWords text={props.titleOf(gold())} />
              </b>{' '}
              alone names every entity of the question and states every answer: a single hop in disguise.
            </Line>
          )}
        </Show>
      </ul>
    </Panel>
  );
}

import { Show } from 'solid-js';
import type { JudgeAgreement } from '../../../domain/judge-check';
import { Term } from '../../components/term';
import { WORD } from '../../messages';
import { checkedWords, coverageWords, type Presence } from './presence';

/** Coverage of the judge and how far a person has checked it: goes with every figure that rests on it. */
export function JudgeLine(props: {
  presence: Presence;
  agreement: JudgeAgreement | null;
  checkHref: string;
}) {
  const checked = () => checkedWords(props.agreement);
  return (
    <p class="small muted judge-line num">
      <Term term={WORD.factPresence}>fact presence</Term> {coverageWords(props.presence)} ·{' '}
      <Show
        when={checked()}
        fallback={
          <a class="unchecked" href={props.checkHref}>
            <span aria-hidden="true">⚖</span> unchecked on your data
          </a>
        }
      >
        {(words) => <a href={props.checkHref}>{words()}</a>}
      </Show>
    </p>
  );
}

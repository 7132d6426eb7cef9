import { Show } from 'solid-js';
import type { QuestionRow, RunDiagnosis } from '../../../domain/diagnosis';
import { RateBars } from '../../charts/bars';
import { evidenceByFlags, type FlagGroup, flagFinding } from './presence';

/** Flag count of a question against whether it is right, or, without answers, whether its evidence is complete. */
export function FlagsPanel(props: {
  diagnosis: RunDiagnosis;
  rows: QuestionRow[];
  flags: number;
  onPick: (flags: number) => void;
}) {
  const answered = (): FlagGroup[] =>
    (props.diagnosis.hops.flags ?? []).flatMap((group) =>
      group.accuracy === null || group.accuracy.n === 0 ? [] : [{ flags: group.flags, rate: group.accuracy }],
    );
  const what = (): 'right' | 'evidence' => (answered().length > 0 ? 'right' : 'evidence');
  const groups = () => (what() === 'right' ? answered() : evidenceByFlags(props.rows));
  return (
    <Show when={groups().length > 0}>
      <section class="panel">
        <RateBars
          title={flagFinding(groups(), what())}
          note={
            what() === 'right'
              ? 'Share of right answers by the number of hops whose fact is not present, Wilson 95% interval; a bar filters the list.'
              : 'This run gives no answers: share of questions with all their evidence by the number of hops whose fact is not present, Wilson 95% interval; a bar filters the list.'
          }
          name={`flags-k${props.diagnosis.k}`}
          bars={groups().map(({ flags, rate }) => ({
            id: String(flags),
            label: flags === 1 ? '1 flag' : `${flags} flags`,
            rate,
            tone: flags === 0 ? 'present' : 'extraction',
            action: 'Show these questions.',
          }))}
          pressed={props.flags < 0 ? null : String(props.flags)}
          onPick={(id) => props.onPick(Number(id) === props.flags ? -1 : Number(id))}
        />
      </section>
    </Show>
  );
}

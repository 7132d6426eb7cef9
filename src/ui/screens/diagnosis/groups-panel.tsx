import { Index, Show } from 'solid-js';
import type { Rate as RateValue, RunDiagnosis } from '../../../domain/diagnosis';
import { Panel } from '../../components/panel';
import { Rate } from '../../components/rate';
import { Term } from '../../components/term';
import { decimal } from '../../format';
import { WORD } from '../../messages';

interface Group {
  key: string;
  label: string;
  n: number;
  allEvidence: RateValue;
  recall: number | null;
}

function GroupTable(props: {
  head: string;
  groups: Group[];
  chosen: string | null;
  onPick: (key: string) => void;
}) {
  return (
    <div class="group-box">
      <table class="num">
        <thead>
          <tr>
            <th scope="col">{props.head}</th>
            <th scope="col" class="r">
              <Term term={WORD.allEvidence}>all evidence</Term>
            </th>
            <th scope="col" class="r">
              <Term term={WORD.evidenceRecall}>recall</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          <Index each={props.groups}>
            {(group) => (
              <tr>
                <td>
                  <button
                    type="button"
                    class="linklike"
                    aria-pressed={props.chosen === group().key}
                    onClick={() => props.onPick(group().key)}
                  >
                    {group().label}
                  </button>
                </td>
                <td class="r nowrap">
                  <Rate rate={group().allEvidence} />
                </td>
                <td class="r">{decimal(group().recall)}</td>
              </tr>
            )}
          </Index>
        </tbody>
      </table>
    </div>
  );
}

/** The same rates by number of hops and by question type. */
export function GroupsPanel(props: {
  diagnosis: RunDiagnosis;
  hops: number;
  type: string | null;
  onHops: (hops: number) => void;
  onType: (type: string) => void;
}) {
  return (
    <Panel
      title="By hops and type"
      why="Questions with mapped gold; a name filters the list below"
      table="by-hops-and-type"
    >
      <div class="flow">
        <GroupTable
          head="Hops"
          groups={props.diagnosis.byHops.map((row) => ({
            ...row,
            key: String(row.hops),
            label: row.hops === 1 ? '1 hop' : `${row.hops} hops`,
          }))}
          chosen={props.hops === 0 ? null : String(props.hops)}
          onPick={(key) => props.onHops(Number(key))}
        />
        <Show when={props.diagnosis.byType.length > 1}>
          <GroupTable
            head="Type"
            groups={props.diagnosis.byType.map((row) => ({ ...row, key: row.type, label: row.type }))}
            chosen={props.type}
            onPick={props.onType}
          />
        </Show>
      </div>
    </Panel>
  );
}

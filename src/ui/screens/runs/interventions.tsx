import { For } from 'solid-js';
import type { Intervention } from '../../../domain/seam';
import { Term } from '../../components/term';
import { INTERVENTION, POLICY } from '../../messages';
import { INTERVENING } from '../../messages/planner';

const KINDS = ['augment', 'rerank'] as const;
const POLICIES = ['always', 'predicted', 'oracle'] as const;

export type InterventionId = `${(typeof KINDS)[number]}-${(typeof POLICIES)[number]}`;
export const INTERVENTION_IDS: readonly InterventionId[] = KINDS.flatMap((kind) =>
  POLICIES.map((policy): InterventionId => `${kind}-${policy}`),
);

export const interventionOf = (id: InterventionId): Intervention => {
  const [kind, policy] = id.split('-') as [Intervention['kind'], Intervention['policy']];
  return { kind, policy };
};

/** Kind × policy; the run without any is always made beside them. */
export function Interventions(props: {
  chosen: readonly InterventionId[];
  /** False: no chosen system searches hop by hop. */
  possible: boolean;
  onChange: (chosen: InterventionId[]) => void;
}) {
  const toggle = (id: InterventionId, on: boolean): void =>
    props.onChange(INTERVENTION_IDS.filter((other) => (other === id ? on : props.chosen.includes(other))));
  return (
    <fieldset class="picks" disabled={!props.possible}>
      <legend class="small muted">Interventions on hops</legend>
      <p class="small muted">{props.possible ? INTERVENING.possible : INTERVENING.impossible}</p>
      <table class="policies">
        <thead>
          <tr>
            <td />
            <For each={POLICIES}>
              {(policy) => (
                <th scope="col">
                  <Term term={POLICY[policy]} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={KINDS}>
            {(kind) => (
              <tr>
                <th scope="row">
                  <Term term={INTERVENTION[kind]} />
                </th>
                <For each={POLICIES}>
                  {(policy) => (
                    <td>
                      <input
                        type="checkbox"
                        aria-label={`${INTERVENTION[kind].label}, ${POLICY[policy].label}`}
                        checked={props.chosen.includes(`${kind}-${policy}`)}
                        onChange={(event) => toggle(`${kind}-${policy}`, event.currentTarget.checked)}
                      />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </fieldset>
  );
}

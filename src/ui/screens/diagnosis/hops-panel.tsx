import { createSignal, Show } from 'solid-js';
import type { Criterion, RunDiagnosis } from '../../../domain/diagnosis';
import { RateBars } from '../../charts/bars';
import { factFinding, hopFinding } from '../../charts/findings';
import { CriterionSwitch } from '../../components/criterion-switch';
import { Rate } from '../../components/rate';
import { Segmented } from '../../components/segmented';
import { WORD } from '../../messages';

/** Gold retrieved by hop depth under either reading; a click shows the questions that miss that hop. */
export function HopsPanel(props: {
  diagnosis: RunDiagnosis;
  criterion: Criterion;
  missed: number;
  /** Depth of the hop whose fact is lacking; 0: none chosen. */
  lacking: number;
  onLacking: (hop: number) => void;
  onCriterion: (criterion: Criterion) => void;
  onMissed: (hop: number) => void;
}) {
  const rows = () => props.diagnosis.hops.byDepth[props.criterion];
  const [fact, setFact] = createSignal(false);
  const judged = () => rows().some((row) => row.factPresent !== null);
  const pressed = (): string | null => {
    const hop = showsFact() ? props.lacking : props.missed;
    return hop === 0 ? null : String(hop);
  };
  const showsFact = () => fact() && judged();
  return (
    <section class="panel flow" aria-label="Hops by depth">
      <Show
        when={rows().length > 0}
        fallback={
          <div class="flow tight">
            <h2>Hops by depth</h2>
            <p class="muted">
              {props.criterion === 'matched'
                ? 'This run made no search for a single hop, so the matched reading does not apply to it.'
                : 'The labels of this set have no hops, so only whole questions can be judged.'}
            </p>
          </div>
        }
      >
        <RateBars
          title={showsFact() ? factFinding(rows()) : hopFinding(rows())}
          note={
            showsFact()
              ? 'Share of judged hops whose fact is stated by what was retrieved up to them, with Wilson 95% interval.'
              : 'Share of hops whose gold was retrieved, with Wilson 95% interval; click a bar for the questions that miss it.'
          }
          name={`hops-by-depth-${props.criterion}-k${props.diagnosis.k}`}
          controls={
            <Show when={judged()}>
              <Segmented
                label="What is counted"
                value={showsFact() ? 'fact' : 'gold'}
                choices={[
                  { value: 'gold', label: 'gold retrieved' },
                  { value: 'fact', label: 'fact present', title: WORD.factPresence.definition },
                ]}
                onChange={(value) => setFact(value === 'fact')}
              />
            </Show>
          }
          bars={rows().map((row) => {
            const shown = showsFact() ? (row.factPresent ?? row.goldRetrieved) : row.goldRetrieved;
            return {
              id: String(row.hop),
              label: `hop ${row.hop}`,
              rate: shown,
              tone: showsFact() ? 'extraction' : 'present',
              action: showsFact()
                ? `Show the ${shown.n - shown.count} questions that lack its fact.`
                : `Show the ${shown.n - shown.count} questions that miss it.`,
            };
          })}
          pressed={pressed()}
          onPick={(id) => (showsFact() ? props.onLacking(Number(id)) : props.onMissed(Number(id)))}
        />
      </Show>
      <div class="spread small">
        <CriterionSwitch value={props.criterion} onChange={props.onCriterion} />
        <span>
          all hops <Rate rate={props.diagnosis.hops.retrieved[props.criterion]} />
        </span>
      </div>
    </section>
  );
}

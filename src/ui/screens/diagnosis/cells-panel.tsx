import { For, type JSX, Show } from 'solid-js';
import type { Cell, Criterion, RunDiagnosis } from '../../../domain/diagnosis';
import { ShareTools } from '../../charts/shares';
import { CriterionSwitch } from '../../components/criterion-switch';
import { Panel } from '../../components/panel';
import { Term } from '../../components/term';
import { count, percent, plural } from '../../format';
import { CELL, CRITERION, WORD } from '../../messages';
import { cellFinding, cellsBehind, shownCells, shownCounts } from './presence';
import type { DiagnosisView } from './view';

export interface CellsProps {
  diagnosis: RunDiagnosis;
  criterion: Criterion;
  three: boolean;
  pressed: readonly Cell[];
  gap: DiagnosisView['gap'];
  /** Coverage and checking of the judge. */
  judgeLine: JSX.Element;
  /** What to do while no judge has scored the run. */
  offer: JSX.Element;
  onCriterion: (criterion: Criterion) => void;
  onThree: (three: boolean) => void;
  onCells: (cells: Cell[]) => void;
  onGap: (gap: DiagnosisView['gap']) => void;
}

/** Passage found or not, fact stated or not: four cells, or the three of the literature. Each filters. */
export function CellsPanel(props: CellsProps) {
  const cells = () => props.diagnosis.hops.cells?.[props.criterion] ?? null;
  const total = () => Object.values(cells() ?? {}).reduce((sum, n) => sum + n, 0);
  return (
    <Panel
      title={
        cells() === null
          ? 'Passage found, fact stated?'
          : cellFinding(cells() ?? noCells, props.diagnosis.hops.presence)
      }
      why={
        cells() === null
          ? 'The right passage can be there without the fact that the hop needs; a judge can give a word on it.'
          : `${plural(total(), 'hop')} with both facts known, ${CRITERION[props.criterion].label} passages; a cell filters the list below`
      }
      span={5}
    >
      <Show
        when={cells()}
        fallback={
          <div class="flow tight">
            <p class="muted">No judge has scored this run yet.</p>
            <div class="row">{props.offer}</div>
          </div>
        }
      >
        {(known) => (
          <div class="flow tight">
            <Grid
              cells={shownCounts(known(), props.three)}
              total={total()}
              three={props.three}
              pressed={props.pressed}
              onPick={(cell) => props.onCells(cellsBehind(cell, props.three))}
            />
            <ShareTools
              label={`Hop outcomes, ${CRITERION[props.criterion].label}`}
              name={`hop-outcomes-${props.criterion}-k${props.diagnosis.k}`}
              shares={shownCells(props.three).map((cell) => ({
                term: CELL[cell],
                n: shownCounts(known(), props.three)[cell] ?? 0,
              }))}
            />
            <Gaps diagnosis={props.diagnosis} pressed={props.gap} onPick={props.onGap} />
            {props.judgeLine}
            <div class="row">
              <CriterionSwitch value={props.criterion} onChange={props.onCriterion} />
              <label class="check small" title={WORD.threeWay.definition}>
                <input
                  type="checkbox"
                  checked={props.three}
                  onChange={(event) => props.onThree(event.currentTarget.checked)}
                />
                three-way, as in arXiv 2609.17043
              </label>
            </div>
          </div>
        )}
      </Show>
    </Panel>
  );
}

const noCells: Record<Cell, number> = {
  'fact-present': 0,
  'extraction-failure': 0,
  'alternate-evidence': 0,
  'retrieval-failure': 0,
};

function Grid(props: {
  cells: Partial<Record<Cell, number>>;
  total: number;
  three: boolean;
  pressed: readonly Cell[];
  onPick: (cell: Cell) => void;
}) {
  const one = (cell: Cell, wide = false): JSX.Element => (
    <button
      type="button"
      class={`cell tone-${CELL[cell].tone}`}
      classList={{ wide, dim: props.pressed.length > 0 && !props.pressed.includes(cell) }}
      aria-pressed={props.pressed.includes(cell)}
      title={CELL[cell].definition}
      onClick={() => props.onPick(cell)}
    >
      <b class="v">{count(props.cells[cell] ?? 0)}</b>
      <span>
        <span aria-hidden="true">{CELL[cell].sign}</span> {CELL[cell].label} ·{' '}
        {percent(props.total === 0 ? null : (props.cells[cell] ?? 0) / props.total, 0)}
      </span>
    </button>
  );
  return (
    <div class="cells num">
      <span class="corner" />
      <span class="h">judge: fact stated</span>
      <span class="h">judge: not stated</span>
      <span class="h">passage found</span>
      {one('fact-present')}
      {one('extraction-failure')}
      <span class="h">not found</span>
      <Show when={!props.three} fallback={one('retrieval-failure', true)}>
        {one('alternate-evidence')}
        {one('retrieval-failure')}
      </Show>
    </div>
  );
}

const GAP_WORDS = [
  { id: 'corpus-gap', key: 'corpusGap', words: 'the judge finds no passage that states it' },
  { id: 'ranking-gap', key: 'rankingGap', words: 'it finds another passage that was not retrieved' },
  { id: 'not-checked', key: 'notChecked', words: 'not checked yet' },
  { id: 'inconclusive', key: 'inconclusive', words: 'the judge could not decide on some passage' },
  { id: 'no-answer', key: 'noAnswer', words: 'cannot be checked: the hop has no gold answer' },
] as const;

/** What the corpus holds for the extraction failures. */
function Gaps(props: {
  diagnosis: RunDiagnosis;
  pressed: DiagnosisView['gap'];
  onPick: (gap: DiagnosisView['gap']) => void;
}) {
  return (
    <Show when={props.diagnosis.hops.gaps}>
      {(gaps) => (
        <Show when={GAP_WORDS.some(({ key }) => gaps()[key] > 0)}>
          <ul class="gaps small num">
            <For each={GAP_WORDS.filter(({ key }) => gaps()[key] > 0)}>
              {({ id, key, words }) => (
                <li>
                  <button
                    type="button"
                    class="linklike"
                    aria-pressed={props.pressed === id}
                    onClick={() => props.onPick(props.pressed === id ? '' : id)}
                  >
                    <b>{plural(gaps()[key], GAP_LABEL[key].one, GAP_LABEL[key].many)}</b>
                  </button>{' '}
                  <span class="muted">
                    <Show when={GAP_TERM[key]} fallback={words}>
                      {(term) => <Term term={term()}>{words}</Term>}
                    </Show>
                  </span>
                </li>
              )}
            </For>
          </ul>
        </Show>
      )}
    </Show>
  );
}

const GAP_LABEL = {
  corpusGap: { one: 'corpus gap', many: 'corpus gaps' },
  rankingGap: { one: 'ranking gap', many: 'ranking gaps' },
  notChecked: { one: 'extraction failure', many: 'extraction failures' },
  inconclusive: { one: 'extraction failure', many: 'extraction failures' },
  noAnswer: { one: 'extraction failure', many: 'extraction failures' },
} as const;

const GAP_TERM = {
  corpusGap: WORD.corpusGap,
  rankingGap: WORD.rankingGap,
  notChecked: null,
  inconclusive: WORD.gapInconclusive,
  noAnswer: WORD.gapNoAnswer,
} as const;

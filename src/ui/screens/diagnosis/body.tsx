import { useNavigate } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import {
  CELLS,
  type Cell,
  type QuestionRow,
  type RunDiagnosis,
  type Verdict,
} from '../../../domain/diagnosis';
import type { InterventionReport } from '../../../domain/intervention';
import type { JudgeAgreement } from '../../../domain/judge-check';
import { STORED_DEPTH } from '../../../domain/retriever';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { Calibration } from '../../charts/calibration';
import { RateCurves } from '../../charts/curves';
import { RateDots } from '../../charts/dots';
import { certificateFinding, curveFinding, retrieverFinding } from '../../charts/findings';
import { StackBar } from '../../charts/stack';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { plural } from '../../format';
import { CERTIFICATE, VERDICT } from '../../messages';
import { formatView } from '../../state/url';
import { CHECK_VIEW } from '../judge/view';
import { AnswersPanel } from './answers-panel';
import { CategoriesPanel } from './categories-panel';
import { CellsPanel } from './cells-panel';
import { DepthPanel } from './depth-panel';
import { activeFilters } from './filters';
import { actionOf } from './fix-action';
import { FixesPanel } from './fixes-panel';
import { FlagsPanel } from './flags-panel';
import { GroupsPanel } from './groups-panel';
import { ContextLine, FindingSentence, Warnings } from './headline';
import { HopsPanel } from './hops-panel';
import { InterventionsPanel } from './interventions-panel';
import { JudgeLine } from './judge-line';
import { JudgeOffer } from './judge-offer';
import { Baselines, NothingJudged, ThresholdPanel } from './judge-panel';
import { calibrated, calibrationFinding, cellsBehind, cellsByDepth } from './presence';
import { QuestionTable } from './question-table';
import { BY_CAUSE, listOf } from './rows';
import { labelUse, offeredRun, runLabel } from './runs';
import { StepsPanel } from './steps-panel';
import type { SetView } from './view';
import { CERTIFICATE_KEYS, type DiagnosisView, NO_FILTER, type Sort, VIEW } from './view';

/** A second click takes the restriction away again. */
const toggle = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

/** Cells of hops whose fact is not present. */
const LACKING: Cell[] = ['extraction-failure', 'retrieval-failure'];
const inOrder = (cells: Cell[]): Cell[] => CELLS.filter((cell) => cells.includes(cell));

const K_TICKS = [1, 5, 10, 20, 30, 40, 50];

/** Finding, verdicts, causes, fixes and the list of questions of one run. */
export function Body(props: {
  meta: WorkspaceMeta;
  run: RunMeta;
  diagnosis: RunDiagnosis;
  rows: QuestionRow[];
  others: { run: RunMeta; diagnosis: RunDiagnosis }[];
  view: DiagnosisView;
  k: number;
  /** How far a person has checked the judge; null: not known yet. */
  agreement: JudgeAgreement | null;
  /** Null: no run of this workspace has an intervention. */
  interventions: InterventionReport | null;
  set: SetView;
}) {
  const navigate = useNavigate();
  const base = () => `/w/${props.meta.id}`;
  const chosenFix = () => props.diagnosis.fixes.find((fix) => fix.id === props.view.fix) ?? null;
  const fixQuestions = createMemo(() => {
    const fix = chosenFix();
    return fix === null ? null : new Set(fix.questions);
  });
  const list = createMemo(() => listOf(props.rows, props.view, fixQuestions()));
  const hrefOf = (row: QuestionRow): string =>
    `#${base()}/question/${encodeURIComponent(row.id)}${formatView(VIEW, props.view)}`;
  const siblings = () => props.others.filter(({ run }) => run.header.system === props.run.header.system);
  const dots = () =>
    (siblings().length > 1 ? siblings() : props.others).map(({ run, diagnosis }) => ({
      id: run.header.run,
      label: runLabel(run),
      rate: diagnosis.allEvidence,
      current: run.header.run === props.run.header.run,
    }));
  /** Offered and never switched to: the reader chooses. */
  const offered = createMemo(() =>
    offeredRun({ run: props.run, diagnosis: props.diagnosis }, props.others, props.meta.runs, props.k),
  );
  const depths = createMemo(() => cellsByDepth(props.rows, props.view.criterion));
  /** The same choice again takes it back. */
  const pickCells = (cell: Cell[], depth: number): void => {
    const again = props.view.depth === depth && String(props.view.cell) === String(inOrder(cell));
    props.set(again ? { cell: [], depth: 0 } : { cell: inOrder(cell), depth });
  };
  const isLacking = () => String(props.view.cell) === String(inOrder(LACKING));
  const judgeLine = () => (
    <Show when={props.diagnosis.hops.presence}>
      {(presence) => (
        <JudgeLine
          presence={presence()}
          agreement={props.agreement}
          checkHref={`#${base()}/judge${formatView(CHECK_VIEW, { run: props.run.header.run, k: props.k })}`}
        />
      )}
    </Show>
  );
  /** Hops whose every passage is scored; without one, what is measured on them has nothing to show. */
  const complete = () => calibrated(props.diagnosis.hops.reliability ?? []);
  /** What a larger k has brought and nobody has judged yet. */
  const judgeRest = () => (
    <Show when={(props.diagnosis.hops.presence?.notJudged ?? 0) > 0}>
      <div class="row">
        <JudgeOffer runs={[props.run]} depth={props.k} label={`Judge the rest to k = ${props.k}`} />
      </div>
    </Show>
  );
  const sort = (next: Sort): void =>
    props.set(next === props.view.sort ? { desc: !props.view.desc } : { sort: next, desc: false });
  return (
    <>
      <section class="flow">
        <FindingSentence finding={props.diagnosis.finding} />
        <ContextLine diagnosis={props.diagnosis} run={props.run} workspace={props.meta} />
        <Warnings warnings={props.diagnosis.warnings} />
        <Show when={offered()}>
          {(other) => (
            <Notice
              actions={
                <button type="button" class="btn tiny" onClick={() => props.set({ run: other().run })}>
                  Show it
                </button>
              }
            >
              {other().words}
            </Notice>
          )}
        </Show>
      </section>
      <div class="grid">
        <Panel
          title="What went wrong"
          why={`One verdict for each of ${plural(props.diagnosis.n, 'question')}; click a part to filter the list below`}
          span={7}
        >
          <StackBar<Verdict>
            label="Verdicts"
            name={`verdicts-k${props.diagnosis.k}`}
            segments={BY_CAUSE.map((id) => ({ id, term: VERDICT[id], n: props.diagnosis.triage[id] }))}
            pressed={props.view.verdict}
            onPick={(id) => props.set({ verdict: toggle(props.view.verdict, id) })}
          />
        </Panel>
        <CellsPanel
          diagnosis={props.diagnosis}
          criterion={props.view.criterion}
          three={props.view.three}
          pressed={props.view.depth === 0 ? props.view.cell : []}
          gap={props.view.gap}
          judgeLine={
            <>
              {judgeLine()}
              {judgeRest()}
            </>
          }
          offer={<JudgeOffer primary runs={[props.run]} depth={props.k} label="Judge fact presence" />}
          onCriterion={(criterion) => props.set({ criterion }, { replace: true })}
          onThree={(three) => props.set({ three, cell: [], depth: 0 }, { replace: true })}
          onCells={(cells) => pickCells(cells, 0)}
          onGap={(gap) => props.set({ gap })}
        />
        <div class="c5 flow">
          <HopsPanel
            diagnosis={props.diagnosis}
            criterion={props.view.criterion}
            missed={props.view.missed}
            lacking={isLacking() ? props.view.depth : 0}
            onLacking={(hop) => pickCells(LACKING, hop)}
            onCriterion={(criterion) => props.set({ criterion }, { replace: true })}
            onMissed={(hop) => props.set({ missed: props.view.missed === hop ? 0 : hop })}
          />
          <Show when={props.others.length > 1}>
            <section class="panel">
              <RateDots
                title={retrieverFinding(dots())}
                note={`Questions with all their evidence at k = ${props.k}, Wilson 95% interval; click a row for its diagnosis`}
                name={`retrievers-k${props.k}`}
                rows={dots()}
                onPick={(run) => props.set({ run })}
              />
            </section>
          </Show>
        </div>
        <div class="c7">
          <FixesPanel
            fixes={props.diagnosis.fixes}
            measured={props.diagnosis.evidenceRecall.n}
            chosen={props.view.fix}
            actionOf={(fix) => actionOf(fix, props)}
            onChoose={(id) => props.set({ fix: props.view.fix === id ? null : id })}
          />
        </div>
        <div class="c5 flow">
          <Panel
            title={certificateFinding(props.diagnosis.certificates)}
            why={`Best certificate of each of ${plural(props.diagnosis.certificates.n, 'gold passage')} at k = ${props.diagnosis.k}`}
          >
            <StackBar
              label="Certificates of reachability"
              name={`certificates-k${props.diagnosis.k}`}
              segments={CERTIFICATE_KEYS.map((id) => ({
                id,
                term: CERTIFICATE[id],
                n: props.diagnosis.certificates[id],
              }))}
              pressed={props.view.certificate}
              onPick={(id) => props.set({ certificate: toggle(props.view.certificate, id) })}
            />
          </Panel>
          <Show when={props.diagnosis.answers}>
            {(answers) => (
              <AnswersPanel
                answers={answers()}
                unjudged={props.diagnosis.unjudged}
                labelUse={labelUse(props.run.header.system)}
                chosen={props.view.answer}
                onPick={(answer) => props.set({ answer })}
              />
            )}
          </Show>
          <Show when={(props.diagnosis.categories?.n ?? 0) > 0 ? props.diagnosis.categories : null}>
            {(categories) => (
              <CategoriesPanel
                categories={categories()}
                chosen={props.view.category}
                reading={props.view.reading}
                onPick={(id) => props.set({ category: toggle(props.view.category, id) })}
                onReading={(reading) => props.set({ reading })}
                questionHref={(question) =>
                  `#${base()}/question/${encodeURIComponent(question)}?run=${encodeURIComponent(props.run.header.run)}`
                }
              />
            )}
          </Show>
          <FlagsPanel
            diagnosis={props.diagnosis}
            rows={props.rows}
            flags={props.view.flags}
            onPick={(flags) => props.set({ flags })}
          />
          <Show when={complete() > 0 && props.diagnosis.hops.reliability}>
            {(bins) => (
              <section class="panel">
                <Calibration
                  title={calibrationFinding(bins(), props.diagnosis.hops.presence)}
                  note="Hops by the judge’s probability, Wilson 95% interval; grey: how many. Held against “gold retrieved”, since nobody has read them: other evidence lowers a dot, a passage without its fact raises one."
                  name={`calibration-k${props.diagnosis.k}`}
                  bins={bins()}
                  pressed={props.view.bin}
                  onPick={(bin) => props.set({ bin })}
                />
              </section>
            )}
          </Show>
          <GroupsPanel
            diagnosis={props.diagnosis}
            hops={props.view.hops}
            type={props.view.type}
            onHops={(hops) => props.set({ hops: props.view.hops === hops ? 0 : hops })}
            onType={(type) => props.set({ type: props.view.type === type ? null : type })}
          />
        </div>
        <div class="c7 flow">
          <section class="panel">
            <RateCurves
              title={curveFinding(props.diagnosis.curve, props.k, props.diagnosis.corpusChunks)}
              note={`Rates over k for ${plural(props.diagnosis.curve.n, 'question')} with mapped gold, from ranks stored to ${STORED_DEPTH}; click to choose k`}
              name={`curves-${props.run.header.system}-${props.run.header.retriever.kind}`}
              axis={{
                at: props.diagnosis.curve.k,
                ticks: K_TICKS,
                label: 'k, chunks retrieved a search',
                name: (k) => `k = ${k}`,
                tick: String,
              }}
              series={[
                {
                  id: 'any',
                  label: 'any hit',
                  tone: 'gaveup',
                  dash: '2 4',
                  values: props.diagnosis.curve.anyHit,
                },
                {
                  id: 'recall',
                  label: 'evidence recall',
                  tone: 'extraction',
                  dash: '8 4',
                  values: props.diagnosis.curve.evidenceRecall,
                },
                {
                  id: 'all',
                  label: 'all evidence',
                  tone: 'present',
                  dash: '',
                  values: props.diagnosis.curve.allEvidence,
                },
              ]}
              value={props.k}
              onPick={(k) => props.set({ k })}
            />
          </section>
          <StepsPanel rows={props.diagnosis.steps} k={props.k} />
          <DepthPanel
            rows={depths()}
            criterion={props.view.criterion}
            three={props.view.three}
            cell={props.view.cell}
            depth={props.view.depth}
            onPick={(cell, depth) => pickCells(cellsBehind(cell, props.view.three), depth)}
          />
          <Show when={props.diagnosis.hops.presence}>
            {(presence) => (
              <Show
                when={complete() > 0}
                fallback={<NothingJudged presence={presence()} offer={judgeRest()} />}
              >
                <Show when={props.diagnosis.hops.thresholds}>
                  {(rows) => (
                    <ThresholdPanel
                      rows={rows()}
                      current={presence().threshold}
                      presence={presence()}
                      judged={complete()}
                      moved={props.view.threshold >= 0}
                      name={`threshold-k${props.diagnosis.k}`}
                      judgeLine={judgeLine()}
                      onThreshold={(threshold) => props.set({ threshold }, { replace: true })}
                    />
                  )}
                </Show>
                <Show when={props.diagnosis.hops.baselines}>
                  {(baselines) => <Baselines rows={baselines()} present={presence().present} />}
                </Show>
              </Show>
            )}
          </Show>
        </div>
        <Show when={props.interventions}>
          {(report) => (
            <Show when={report().comparisons.length + report().unpaired.length > 0}>
              <InterventionsPanel report={report()} k={props.k} onRun={(run) => props.set({ run })} />
            </Show>
          )}
        </Show>
        <QuestionTable
          rows={list()}
          total={props.rows.length}
          criterion={props.view.criterion}
          sort={props.view.sort}
          desc={props.view.desc}
          q={props.view.q}
          filters={activeFilters(props.view, chosenFix(), props.set)}
          hrefOf={hrefOf}
          onSort={sort}
          onSearch={(q) => props.set({ q }, { replace: true })}
          onClear={() => props.set(NO_FILTER)}
          onOpen={(row) => navigate(hrefOf(row).slice(1))}
        />
      </div>
    </>
  );
}

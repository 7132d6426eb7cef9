import { For, Show } from 'solid-js';
import type { Category } from '../../../domain/category';
import type { CertificateLevel, Finding, RunDiagnosis, Verdict } from '../../../domain/diagnosis';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { Notice } from '../../components/notice';
import { Rate } from '../../components/rate';
import { Term } from '../../components/term';
import { decimal, percent, plural } from '../../format';
import {
  CATEGORY,
  CELL,
  CERTIFICATE,
  RETRIEVER,
  systemLabel,
  type Tone,
  VERDICT,
  WORD,
} from '../../messages';
import { labelUse } from './runs';

type Emphasis = Finding['parts'][number]['emphasis'];

const toneOf = (emphasis: Emphasis): Tone | null => {
  if (emphasis === null) return null;
  if (emphasis in CATEGORY) return CATEGORY[emphasis as Category].tone;
  if (emphasis in VERDICT) return VERDICT[emphasis as Verdict].tone;
  if (emphasis in CELL) return CELL[emphasis as keyof typeof CELL].tone;
  return CERTIFICATE[emphasis as CertificateLevel].tone;
};

function Parts(props: { parts: Finding['parts'] }) {
  return (
    <For each={props.parts}>
      {(part) => (
        <Show when={toneOf(part.emphasis)} fallback={part.text}>
          {(tone) => <b class={`tone-${tone()}`}>{part.text}</b>}
        </Show>
      )}
    </For>
  );
}

/** The answer to "what is wrong", with the causes in their colours; below it, what the judge adds. */
export function FindingSentence(props: { finding: Finding }) {
  return (
    <>
      <h1 class="finding">
        <Parts parts={props.finding.parts} />
      </h1>
      <Show when={props.finding.byJudge.length > 0}>
        <p class="by-judge">
          <Parts parts={props.finding.byJudge} />
        </p>
      </Show>
    </>
  );
}

/** What the numbers below were measured on. */
export function ContextLine(props: { diagnosis: RunDiagnosis; run: RunMeta; workspace: WorkspaceMeta }) {
  const retriever = () => props.run.header.retriever;
  const mapping = () => props.workspace.mapping;
  const use = () => labelUse(props.run.header.system);
  return (
    <div class="context num">
      <span>
        {systemLabel(props.run.header.system)} on {RETRIEVER[retriever().kind].label}, k = {props.diagnosis.k}
      </span>
      <Show when={use()}>{(text) => <span>{text()}</span>}</Show>
      <span>
        <Term term={WORD.retriever}>retriever</Term>{' '}
        <code title={`${retriever().id}${retriever().model === null ? '' : `, ${retriever().model}`}`}>
          {retriever().id.slice(0, 8)}
        </code>
      </span>
      <span>{plural(props.diagnosis.n, 'question')}</span>
      <span>
        <Term term={WORD.evidenceRecall}>evidence recall</Term>{' '}
        <b>{decimal(props.diagnosis.evidenceRecall.mean)}</b>{' '}
        <span class="faint small">n {props.diagnosis.evidenceRecall.n}</span>
      </span>
      <span>
        <Term term={WORD.allEvidence}>all evidence</Term> <Rate rate={props.diagnosis.allEvidence} />
      </span>
      <span>
        <Term term={WORD.anyHit}>any hit</Term> <Rate rate={props.diagnosis.anyHit} hideInterval />
      </span>
      <span>
        <Term term={WORD.mrr}>MRR</Term> <b>{decimal(props.diagnosis.mrr.mean)}</b>{' '}
        <span class="faint small">n {props.diagnosis.mrr.n}</span>
      </span>
      <Show when={props.diagnosis.answers}>
        {(answers) => (
          <span>
            right <Rate rate={answers().accuracy} />
          </span>
        )}
      </Show>
      <Show when={mapping()}>
        {(summary) => (
          <span>
            <Term term={WORD.coverage}>gold mapped</Term> {percent(summary().coverage)}
          </span>
        )}
      </Show>
      <span>
        {plural(props.diagnosis.usage.searches, 'search', 'searches')}
        {props.diagnosis.usage.duplicateSearches > 0
          ? `, ${props.diagnosis.usage.duplicateSearches} repeated`
          : ''}
      </span>
      <Show when={props.diagnosis.errors > 0}>
        <span class="strong">{plural(props.diagnosis.errors, 'question')} without data</span>
      </Show>
      <Show when={props.diagnosis.unjudged > 0}>
        <span class="strong">{props.diagnosis.unjudged} unjudged</span>
      </Show>
      <Show when={props.run.state !== 'finished'}>
        <span class="strong">
          {props.run.done} of {props.run.total} questions asked so far
        </span>
      </Show>
    </div>
  );
}

/** Codes that make every other number meaningless. */
const LOUD = new Set([
  'silent-outage',
  'all-failed',
  'unparsed-replies',
  'unparsed-verdicts',
  'empty-corpus',
  'corpus-changed',
  'damaged-run',
  'low-coverage',
]);

/** What could make the numbers mislead, as banners above them. */
export function Warnings(props: { warnings: RunDiagnosis['warnings'] }) {
  const loud = () => props.warnings.filter((warning) => LOUD.has(warning.code));
  const quiet = () => props.warnings.filter((warning) => !LOUD.has(warning.code));
  return (
    <Show when={props.warnings.length > 0}>
      <div class="flow tight">
        <For each={loud()}>
          {(warning) => (
            <Notice tone="total" sign="!" role="alert">
              {warning.message}
            </Notice>
          )}
        </For>
        <Show when={quiet().length > 0}>
          <Notice tone="drift" sign="!">
            <ul class="plain-list">
              <For each={quiet()}>{(warning) => <li>{warning.message}</li>}</For>
            </ul>
          </Notice>
        </Show>
      </div>
    </Show>
  );
}

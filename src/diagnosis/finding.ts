import type { Finding, Fix, FindingPart as Part, Verdict } from '../domain/diagnosis';
import { hasReachableMiss } from './at-k';
import type { RunContext } from './context';
import { gapCounts } from './extraction';
import { answerParts } from './finding-answers';
import { allOf, countOf, everyOf, listed } from './phrase';
import { standingWords } from './standing';
import { lacksEvidence } from './triage';

const plain = (text: string): Part => ({ text, emphasis: null });

/** What other queries on this retriever found of the missing evidence: drift where they did, silence where not. */
const reachParts = (lacking: RunContext['cases'], k: number): Part[] => {
  const drift = lacking.filter(({ prepared }) => hasReachableMiss(prepared, k)).length;
  if (drift === 0) {
    const tried = lacking.some(({ prepared }) => prepared.otherQueries > 0);
    return [
      plain(
        tried
          ? ' No query tried so far finds the missing passages within k, which proves nothing about whether one could.'
          : ' No other query has been tried on this retriever yet; the probes would show which of the missing passages can be reached.',
      ),
    ];
  }
  const rest = lacking.length - drift;
  const share = rest > 0 ? `${drift} of them` : allOf(drift);
  return [
    plain(' In '),
    { text: `${share} a missing passage is one that this retriever can reach`, emphasis: 'search-drift' },
    plain(
      rest === 0
        ? ': the search does not ask for it.'
        : `: the search does not ask for it. For the other ${rest === 1 ? 'one' : rest} no query has found one yet, which proves nothing.`,
    ),
  ];
};

/** Where passage and fact part company by the judge's word, which is named as such; nothing while no judge has scored the run. */
const factParts = ({ hops, extractions, check }: RunContext): Part[] => {
  const failures = extractions.length;
  const alternate = hops.filter(({ cell }) => cell.accumulated === 'alternate-evidence').length;
  const parts: Part[] = [];
  if (failures > 0) {
    const { corpusGap, rankingGap, notChecked, noAnswer, inconclusive } = gapCounts(extractions);
    const reasons = [
      corpusGap > 0 ? `in ${corpusGap} it finds none in the corpus either` : '',
      rankingGap > 0 ? `in ${rankingGap} it finds one that was not retrieved` : '',
      notChecked > 0
        ? `${notChecked} ${notChecked === 1 ? 'has' : 'have'} not been checked against the corpus`
        : '',
      inconclusive > 0 ? `in ${inconclusive} it could not decide on some passage of the corpus` : '',
      noAnswer > 0
        ? `${noAnswer} cannot be checked against the corpus, because the ${noAnswer === 1 ? 'hop has' : 'hops have'} no gold answer`
        : '',
    ].filter((reason) => reason !== '');
    const held = extractions.filter(({ gap }) => gap !== null && gap.answerChunk !== null).length;
    parts.push(
      plain('In '),
      {
        text: `${countOf(failures, 'hop')} the passage was retrieved and the judge finds no passage that states the fact`,
        emphasis: 'extraction-failure',
      },
      plain(`: ${listed(reasons)}.`),
    );
    if (held > 0)
      parts.push(
        plain(
          ` In ${held === failures ? allOf(held) : `${held} of these ${failures}`} the answer stands in the labelled passage, so the judge may be wrong there.`,
        ),
      );
  }
  if (alternate > 0)
    parts.push(
      plain(parts.length > 0 ? ' In ' : 'In '),
      {
        text: `${countOf(alternate, 'hop')} the judge finds the fact in another passage than the labelled one`,
        emphasis: 'alternate-evidence',
      },
      plain('.'),
    );
  if (parts.length > 0) parts.push(plain(` ${standingWords(check)}`));
  return parts;
};

const worst = (context: RunContext, verdicts: readonly Verdict[]): Verdict => {
  const counts = verdicts.map((verdict) => ({
    verdict,
    n: context.cases.filter(({ core }) => core.verdict === verdict).length,
  }));
  return counts.toSorted((a, b) => b.n - a.n)[0]?.verdict ?? 'hop-miss';
};

/** The commonest reason why a question is in no denominator, and of how many that is so where not of all. */
const whyUnmeasured = ({ cases }: RunContext): Part[] => {
  const one = cases.length === 1;
  const need = one ? 'it needs' : 'they need';
  const marked = one ? 'it is marked unanswerable' : 'they are marked unanswerable';
  const reasons = [
    { text: `the passages ${need} are not in the corpus.`, emphasis: 'unmapped' },
    { text: 'no gold passages are labelled.', emphasis: 'unlabelled' },
    {
      text: `${marked}, and ${one ? 'needs' : 'need'} an answer to be judged.`,
      emphasis: 'null-unanswered',
    },
    { text: `${marked}: what counts is whether the run abstains.`, emphasis: 'null-hallucinated' },
    { text: `${marked}: what counts is whether the run abstains.`, emphasis: 'null-refused' },
  ] as const satisfies readonly Part[];
  const counted = reasons.map((reason) => ({
    reason,
    n: cases.filter(({ core }) => core.verdict === reason.emphasis).length,
  }));
  const most = counted.toSorted((x, y) => y.n - x.n)[0];
  if (most === undefined) return [];
  return most.n === cases.length ? [most.reason] : [plain(`for ${most.n} of them `), most.reason];
};

/** Empty searches where no question has its passages in the corpus: nothing that was looked for could have been found. */
const emptyWords = ({ usage: { searches }, chunks }: RunContext['run']): string =>
  chunks === 0
    ? ` The corpus holds no chunk, so ${searches === 1 ? 'its one search' : `each of ${searches} searches`} came back empty.`
    : ` ${everyOf(searches, 'search', 'searches')} came back empty.`;

/**
 * The sentence that answers "what is wrong", built from the numbers of the run at k: of wrong answers where there are judged
 * ones, else of retrieval. `fixes`: those of the run, the first one first.
 */
export const findingOf = (context: RunContext, fixes: readonly Fix[]): Finding => {
  const { cases, k, run, outage } = context;
  const parts = (...list: Part[]): Finding => ({ parts: list, byJudge: [] });
  if (outage !== null) return parts(...outage.finding);
  const answers = answerParts(context, fixes);
  if (answers !== null) return { parts: answers, byJudge: factParts(context) };
  if (cases.length === 0) return parts(plain('No question of this run has a verdict yet.'));
  const measured = cases.filter(({ core }) => core.evidenceRecall !== null);
  const lacking = measured.filter(({ core }) => lacksEvidence(core.verdict));
  const unmapped = cases.filter(({ core }) => core.verdict === 'unmapped').length;
  if (measured.length === 0)
    return parts(
      plain(
        cases.length === 1
          ? 'The one question cannot be measured: '
          : `None of ${cases.length} questions can be measured: `,
      ),
      ...whyUnmeasured(context),
      ...(run.silent ? [plain(emptyWords(run))] : []),
    );
  const list: Part[] = [];
  if (lacking.length === 0)
    list.push(
      {
        text:
          measured.length === 1
            ? 'The one question has its complete evidence'
            : `${everyOf(measured.length, 'question')} have their complete evidence`,
        emphasis: 'evidence-complete',
      },
      plain(` at k = ${k}.`),
    );
  else
    list.push(
      plain(`Of ${countOf(measured.length, 'question')}, `),
      {
        text:
          lacking.length === 1 ? '1 lacks a passage it needs' : `${lacking.length} lack a passage they need`,
        emphasis: worst(context, ['hop-miss', 'total-miss', 'missing-document', 'wrong-chunk']),
      },
      plain(` at k = ${k}.`),
      ...reachParts(lacking, k),
    );
  if (unmapped > 0)
    list.push(
      plain(' Apart from these, '),
      {
        text: `${countOf(unmapped, 'question')} ${unmapped === 1 ? 'names' : 'name'} passages that are not in the corpus`,
        emphasis: 'unmapped',
      },
      plain('.'),
    );
  return { parts: list, byJudge: factParts(context) };
};

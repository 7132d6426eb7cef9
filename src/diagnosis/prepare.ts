import { hopAsked } from '../domain/asked-hop';
import type { RunAge } from '../domain/given';
import type { Question } from '../domain/question';
import type { QuestionEvent, SearchPurpose } from '../domain/trace';
import { ageOf, givenIn } from './age';
import { answerOf } from './answers/answer';
import { bestCertificates, type Witness, witnessesFor } from './certificates';
import type { GoldsOfQuestion, RunEvidence } from './evidence';
import { documentOf, goldSet, isInCorpus } from './golds';
import { prepareHops } from './hops';
import { sameRetrievers } from './identities';
import type { DiagnosisInput } from './input';
import { joinOf, titleOf } from './join';
import type { PreparedQuestion, PreparedRun } from './prepared';
import { unsupportedOf } from './register';
import { rewriteRanks } from './rewrite';
import {
  asCounted,
  bestOf,
  bestRankOf,
  foundNothing,
  goldLookup,
  hopsAskedFor,
  isReformulation,
  rankGolds,
  type SearchRanks,
  searchesOf,
  worstOf,
} from './searches';
import { addUsage, noUsage, usageOf } from './usage';
import { withPresence } from './with-presence';

/** Worked out when first asked for, and once. */
const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const NOT_TREATED: ReadonlySet<number> = new Set();

/** A search of the system's own, for a hop or what it takes for one: what an intervention is made on. */
const OWN_STEPS: ReadonlySet<SearchPurpose> = new Set(['sub-question', 'oracle', 'agent']);
const isTreatment = (event: QuestionEvent): boolean =>
  event.event === 'judge'
    ? event.use === 'flagged'
    : event.event === 'search' && (event.purpose === 'augment' || event.rerank !== undefined);

/** A flag, a rephrasing or a reordering says that a hop was intervened on; most runs have none of them. */
const treatedOf = (
  question: Question,
  events: readonly QuestionEvent[],
): Pick<PreparedQuestion, 'treated' | 'steps'> => {
  const of = new Set<number>();
  const steps = { own: 0, treated: 0 };
  let open = false;
  for (const event of events)
    if (event.event === 'search' && OWN_STEPS.has(event.purpose)) {
      steps.own += 1;
      open = true;
      if (event.rerank === undefined) continue;
      steps.treated += 1;
      open = false;
    } else if (open && isTreatment(event)) {
      steps.treated += 1;
      open = false;
    }
  if (!events.some(isTreatment)) return { treated: NOT_TREATED, steps };
  const searches = searchesOf(events);
  const madeFor = hopsAskedFor(question, searches);
  searches.forEach((search, at) => {
    const hop = madeFor[at];
    if (hop != null && isTreatment(search)) of.add(hop);
  });
  const asksFor = lazily(() => hopAsked(question));
  for (const event of events) {
    if (event.event !== 'judge' || event.use !== 'flagged') continue;
    const hop = event.hop ?? asksFor()(event.asked);
    if (hop !== null) of.add(hop);
  }
  return { treated: of, steps };
};

const prepareQuestion = (
  question: Question,
  events: readonly QuestionEvent[],
  others: readonly Witness[],
  { golds, lookup }: GoldsOfQuestion,
  input: DiagnosisInput,
): PreparedQuestion => {
  const { header } = input.run;
  const made = searchesOf(events);
  // The trace holds the searches anyway, so they are named and not copied.
  const ranks: SearchRanks[] = made.map((search) => rankGolds(search, search.hits, lookup));
  const reformulated = made.some(isReformulation);
  const searches = reformulated ? made.filter((search) => !isReformulation(search)) : made;
  const own = reformulated ? ranks.filter(({ search }) => !isReformulation(search)) : ranks;
  const stepped = reformulated ? ranks.filter(({ search }) => search.purpose === 'step') : [];
  const bestRanks = golds.map((_, at) => bestRankOf(own, at));
  const counted = asCounted(own);
  const from = counted === own ? bestRanks : golds.map((_, at) => bestRankOf(counted, at));
  const failure = events.find((event) => event.event === 'error');
  const answer = answerOf(question, events, input.judgements);
  // A verdict that does not look at retrieval needs none (unlabelled, null, unmapped: 05.2 in its order). A system of
  // this app that answers without a search has retrieved nothing; of a run made elsewhere it may not have been recorded.
  const noData =
    own.length === 0 &&
    (answer === null || header.imported) &&
    question.answerable &&
    golds.length > 0 &&
    golds.every(({ status }) => isInCorpus(status));
  return {
    question,
    run: header.run,
    system: header.system,
    golds,
    notInCorpus: golds.reduce((sum, { status }) => sum + (isInCorpus(status) ? 0 : 1), 0),
    hops: prepareHops(question, golds, own, counted, stepped.length === 0 ? null : [...own, ...stepped]),
    searches,
    bestRanks,
    firstRanks: golds.map((_, at) => own[0]?.gold[at]?.rank ?? null),
    documentRank: bestOf(own.map(({ document }) => document)),
    firstGoldRank: bestOf(bestRanks),
    lastGoldRank: worstOf(bestRanks),
    from: {
      golds: from,
      first: bestOf(from),
      all: worstOf(from),
      document: bestOf(counted.map(({ document }) => document)),
    },
    certificates: bestCertificates(golds.length, { header, ranks }, others),
    rewrite: lazily(() => rewriteRanks(question, golds, [{ header, ranks }, ...others])),
    stepRanks: () =>
      (stepped.length > 0 ? stepped : counted).map(({ gold }) => gold.map((hit) => hit?.rank ?? null)),
    otherQueries:
      made.length - searches.length + others.reduce((sum, { ranks: theirs }) => sum + theirs.length, 0),
    answer,
    unsupported: unsupportedOf(events, golds),
    scoreOf: () => null,
    usage: usageOf(header, events),
    ...treatedOf(question, events),
    presence: null,
    answerRanks: null,
    gap: () => null,
    error: failure?.message ?? (noData ? 'the run recorded no retrieval for it' : null),
    errorKind: failure !== undefined ? 'error' : noData ? 'no-data' : null,
    errorCode: failure?.code ?? null,
    since: null,
    passageTitle: (at) => {
      const gold = golds[at];
      return gold === undefined ? '' : titleOf(gold, input.passage);
    },
    chunkTitle: (chunk) => {
      const title = input.title(chunk);
      return title === null || title === '' ? documentOf(chunk) : title;
    },
    join: lazily(() => joinOf(question, golds, input.passage)),
  };
};

const completeRanks = (other: RunEvidence): Map<string, number | null> => {
  const complete = new Map<string, number | null>();
  for (const [id, { ranks, failed }] of other.questions) {
    if (failed) continue;
    const own = asCounted(ranks.filter(({ search }) => !isReformulation(search)));
    const golds = own[0]?.gold.length ?? 0;
    const best = Array.from({ length: golds }, (_, at) => bestRankOf(own, at));
    complete.set(id, worstOf(best));
  }
  return complete;
};

/** The run searched, and every search came back empty. */
const isSilent = (questions: Iterable<readonly QuestionEvent[]>): boolean => {
  let searched = false;
  for (const events of questions)
    for (const search of searchesOf(events)) {
      // A fusion asks no retriever.
      if (search.fused !== undefined) continue;
      if (!foundNothing(search)) return false;
      searched = true;
    }
  return searched;
};

const countGolds = (questions: readonly PreparedQuestion[]): PreparedRun['golds'] => {
  const counts = { total: 0, notInCorpus: 0, ambiguous: 0 };
  for (const { question, error, golds, notInCorpus } of questions) {
    if (!question.answerable || error !== null) continue;
    counts.total += golds.length;
    counts.notInCorpus += notInCorpus;
    for (const { status } of golds) if (status === 'ambiguous') counts.ambiguous += 1;
  }
  return counts;
};

const goldsOf = (input: DiagnosisInput, question: Question): GoldsOfQuestion => {
  const known = input.golds.get(question.id);
  if (known !== undefined) return known;
  const golds = goldSet(question, () => undefined);
  return { golds, lookup: goldLookup(golds) };
};

const markAge = (questions: readonly PreparedQuestion[], age: RunAge | null): void => {
  if (age === null) return;
  const since = new Map<string, 'words' | 'labels'>();
  for (const what of ['labels', 'words'] as const) for (const id of age[what]) since.set(id, what);
  for (const prepared of questions) prepared.since = since.get(prepared.question.id) ?? null;
};

/**
 * Everything about a run that does not depend on k, so that a k slider only compares numbers (05.2, 09).
 * Questions come in the order of the question set; those that the run has not reached are left out.
 */
export const prepareRun = (input: DiagnosisInput): PreparedRun => {
  const { run, current } = input;
  const others = input.others.filter((other) => other.header.run !== run.header.run);
  const witnessOf = witnessesFor(run.header);
  const questions: PreparedQuestion[] = [];
  for (const question of input.questions) {
    const events = run.questions.get(question.id);
    if (events === undefined) continue;
    const witnesses: Witness[] = [];
    for (const { header, questions: asked } of others) {
      const theirs = asked.get(question.id);
      if (theirs === undefined) continue;
      const witness = witnessOf({ header, ranks: theirs.ranks });
      if (witness !== null) witnesses.push(witness);
    }
    questions.push(prepareQuestion(question, events, witnesses, goldsOf(input, question), input));
  }
  const known = new Set(questions.map((prepared) => prepared.question.id));
  const gone = [...run.questions.keys()].filter((id) => !known.has(id));
  const changed = current.questionSet !== null && current.questionSet !== run.header.questionSet;
  const age = changed
    ? ageOf(
        input.questions,
        (id) => {
          const events = run.questions.get(id);
          return events === undefined ? undefined : givenIn(events);
        },
        run.header.parameters.questions ?? null,
        gone,
      )
    : null;
  markAge(questions, age);
  let usage = noUsage();
  for (const events of run.questions.values()) usage = addUsage(usage, usageOf(run.header, events));
  const prepared: PreparedRun = {
    header: run.header,
    questions,
    presence: null,
    others: others
      .filter(({ header }) => header.system === run.header.system && !sameRetrievers(header, run.header))
      .map((other) => ({ header: other.header, completeRank: completeRanks(other) })),
    gone,
    usage,
    notice: run.notice ?? null,
    golds: countGolds(questions),
    // What was searched elsewhere is another index than the corpus here, whatever it holds.
    chunks:
      run.header.retriever.kind !== 'external' && current.corpus === run.header.retriever.corpus
        ? (current.chunks ?? null)
        : null,
    silent: isSilent(run.questions.values()),
    stale: {
      corpus: current.corpus !== null && current.corpus !== run.header.retriever.corpus,
      questions: changed,
      age,
    },
  };
  return withPresence(prepared, input.presence, input.candidates);
};

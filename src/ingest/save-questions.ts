/** Keeps a question set that was edited by hand: gold that changed is mapped again, set and mappings change in one step. */
import type { GoldMapping } from '../domain/mapping';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import type { WorkspaceStore } from '../domain/store';
import { mapGold, summarise } from '../gold/map-gold';
import type { Job } from '../seam/jobs';
import { questionsMeta } from './collect/question-set';

/** What was damaged can be made again. */
const orNothing = async <T>(read: Promise<T[]>): Promise<T[]> => {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof HopscopeError && thrown.code === 'damaged') return [];
    throw thrown;
  }
};

/**
 * Mappings by question that still hold: made for this very corpus (another one takes the mappings away with it), and for
 * the question as it is. A mark by hand changes one question of maybe thousands.
 */
const stillMapped = async (
  store: WorkspaceStore,
  workspace: string,
  questions: readonly Question[],
): Promise<Map<string, GoldMapping[]>> => {
  const { mapping, questions: set } = await store.get(workspace);
  if (mapping === null || set === null) return new Map();
  const before = new Map(
    (await orNothing(store.readQuestions(workspace))).map((question) => [question.id, question]),
  );
  const known = new Map<string, GoldMapping[]>();
  for (const one of await orNothing(store.readMappings(workspace))) {
    const own = known.get(one.question);
    if (own === undefined) known.set(one.question, [one]);
    else own.push(one);
  }
  const kept = new Map<string, GoldMapping[]>();
  for (const question of questions) {
    const own = known.get(question.id) ?? [];
    const mapped = question.gold.every(({ id }) => own.some(({ gold }) => gold === id));
    if (mapped && JSON.stringify(before.get(question.id)) === JSON.stringify(question))
      kept.set(question.id, own);
  }
  return kept;
};

/** Mappings of the whole set, in the order of questions and their gold passages. Throws what the store throws. */
export const saveQuestionSet = async (
  store: WorkspaceStore,
  workspace: string,
  questions: Question[],
  pace: Pick<Job, 'pausePoint'>,
): Promise<GoldMapping[]> => {
  const before = await store.get(workspace);
  const kept = await stillMapped(store, workspace, questions);
  const changed = questions.filter(({ id, gold }) => gold.length > 0 && !kept.has(id));
  const read = changed.length > 0 && before.corpus !== null;
  const made = await mapGold(
    {
      documents: read ? await store.readDocuments(workspace) : [],
      chunks: read ? await store.readChunks(workspace) : [],
      questions: changed,
    },
    { pace },
  );
  const fresh = new Map<string, GoldMapping[]>(changed.map(({ id }) => [id, []]));
  for (const mapping of made.mappings) fresh.get(mapping.question)?.push(mapping);
  const mappings = questions.flatMap(({ id }) => fresh.get(id) ?? kept.get(id) ?? []);
  const count = questions.length;
  const tally = before.questions?.tally ?? { read: count, kept: count, rejected: 0, merged: 0 };
  await store.writeQuestions(workspace, questions, questionsMeta(questions, tally), {
    mappings,
    summary: summarise(mappings),
  });
  return mappings;
};

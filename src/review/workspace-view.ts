import { type Candidates, type GoldIndex, indexGolds, type PassageText } from '../diagnosis';
import { answerCandidates } from '../domain/candidates';
import type { GoldMapping } from '../domain/mapping';
import type { Question } from '../domain/question';
import type { WorkspaceStore } from '../domain/store';
import type { WorkspaceMeta } from '../domain/workspace';

/** What every diagnosis of a workspace shares: its questions, mappings, and the texts of its gold passages. */
export interface WorkspaceView {
  /** Changes whenever anything below could have changed. */
  key: string;
  meta: WorkspaceMeta;
  questions: Question[];
  mappings: GoldMapping[];
  golds: GoldIndex;
  passages: ReadonlyMap<string, PassageText>;
  /** Hash and title of every chunk: what scores are recorded under, and what a passage is called. */
  chunks: ReadonlyMap<string, { hash: string; title: string }>;
  /** Chunks that contain an answer of a hop. One pass over the corpus, made when first asked for. */
  candidates(): Promise<Candidates>;
  /** Title and text of some chunks, in the order asked for; those that do not exist are left out. */
  texts(ids: readonly string[]): Promise<{ chunk: string; title: string; text: string }[]>;
}

/** Runs come and go without touching questions or corpus, so they are left out. */
export const viewKey = (meta: WorkspaceMeta): string =>
  JSON.stringify([
    meta.id,
    meta.modified,
    meta.corpus?.hash,
    meta.corpus?.chunking,
    meta.questions?.hash,
    meta.mapping,
  ]);

const answersKey = (answers: readonly string[]): string => answers.join('\u0000');

const NO_CHUNKS: ReadonlySet<string> = new Set();

const findCandidates = async (
  store: WorkspaceStore,
  id: string,
  questions: readonly Question[],
): Promise<Candidates> => {
  const wanted = new Map<string, readonly string[]>();
  for (const { hops } of questions)
    for (const { answers } of hops) if (answers.length > 0) wanted.set(answersKey(answers), answers);
  const found = new Map<string, ReadonlySet<string>>();
  if (wanted.size > 0)
    for (const [key, chunks] of answerCandidates(await store.readChunks(id), wanted))
      found.set(key, new Set(chunks));
  return (answers) => found.get(answersKey(answers)) ?? NO_CHUNKS;
};

const textsOf = async (store: WorkspaceStore, id: string, ids: readonly string[]) => {
  const wanted = new Set(ids);
  const texts = new Map<string, { chunk: string; title: string; text: string }>();
  for (const chunk of await store.readChunks(id))
    if (wanted.has(chunk.id)) texts.set(chunk.id, { chunk: chunk.id, title: chunk.title, text: chunk.text });
  return ids.flatMap((one) => texts.get(one) ?? []);
};

export const loadView = async (store: WorkspaceStore, meta: WorkspaceMeta): Promise<WorkspaceView> => {
  const questions = meta.questions === null ? [] : await store.readQuestions(meta.id);
  const mappings = meta.mapping === null ? [] : await store.readMappings(meta.id);
  // Only texts of gold chunks are kept: a corpus may be a thousand times larger than what its labels point at.
  const gold = new Set(mappings.flatMap((mapping) => mapping.chunks));
  const passages = new Map<string, PassageText>();
  const chunks = new Map<string, { hash: string; title: string }>();
  if (meta.corpus !== null)
    for (const { id, title, text, hash } of await store.readChunks(meta.id)) {
      chunks.set(id, { hash, title });
      if (gold.has(id)) passages.set(id, { title, text });
    }
  let candidates: Promise<Candidates> | null = null;
  return {
    key: viewKey(meta),
    meta,
    questions,
    mappings,
    golds: indexGolds(questions, mappings),
    passages,
    chunks,
    candidates() {
      candidates ??= findCandidates(store, meta.id, questions).catch((thrown: unknown) => {
        candidates = null;
        throw thrown;
      });
      return candidates;
    },
    texts: (ids) => textsOf(store, meta.id, ids),
  };
};

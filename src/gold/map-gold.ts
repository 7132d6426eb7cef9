/** Gold passages → gold chunk sets (05.7). */
import type { Chunk, Document } from '../domain/corpus';
import type { GoldMapping, MappingSummary } from '../domain/mapping';
import type { GoldPassage, Question } from '../domain/question';
import type { Job } from '../seam/jobs';
import { type ChunksByDocument, chunksOver, groupChunks, holdAnswer } from './chunk-set';
import { placeDirectly } from './direct';
import { type Needle, needleOf } from './locate';
import { createDocumentNames } from './names';
import { type Placement, unmapped } from './placement';
import { placeBySearch, searchedFor, tooShort, type Wanted } from './search';
import { createViews } from './views';

export interface MapGoldInput {
  documents: readonly Document[];
  chunks: readonly Chunk[];
  questions: readonly Question[];
}

export interface MapGoldOptions {
  pace: Pick<Job, 'pausePoint'>;
  /** Called with the number of passages placed so far. */
  onProgress?: (done: number) => void;
}

interface Task {
  gold: Omit<GoldPassage, 'id'>;
  needles: Needle[];
  placement: Placement | null;
  titled: Document[];
  note: string;
}

interface Labelled {
  question: Question;
  gold: GoldPassage;
}

/** The full text of the passage first, then the snippet, which may stand though the rest was changed. */
const needlesOf = (gold: Omit<GoldPassage, 'id'>): Needle[] =>
  [gold.text, gold.quote].flatMap((raw) => {
    const needle = raw === undefined ? null : needleOf(raw);
    return needle === null || needle.text === '' ? [] : [needle];
  });

/** Answers that the passage serves: of the hops that name it, else of the question. */
const answersFor = ({ question, gold }: Labelled): string[] => {
  const hops = question.hops.filter((hop) => hop.gold.includes(gold.id));
  return hops.length > 0 ? hops.flatMap((hop) => hop.answers) : question.answers;
};

const mappingOf = (labelled: Labelled, placement: Placement, chunks: ChunksByDocument): GoldMapping => {
  const base = { question: labelled.question.id, gold: labelled.gold.id };
  if (labelled.gold.notInCorpus === true) {
    const note = 'the labels say that this passage is not in the corpus';
    return {
      ...base,
      status: 'notInCorpus',
      method: null,
      chunks: [],
      answerChunks: [],
      documents: [],
      note,
    };
  }
  const found = new Map<string, Chunk>();
  for (const range of placement.ranges)
    for (const chunk of chunksOver(chunks, range)) found.set(chunk.id, chunk);
  const set = [...found.values()];
  return {
    ...base,
    status: placement.status,
    method: placement.method,
    chunks: set.map((chunk) => chunk.id),
    answerChunks: holdAnswer(set, answersFor(labelled)),
    documents: placement.documents,
    note: placement.note,
  };
};

export const summarise = (mappings: readonly GoldMapping[]): MappingSummary => {
  const count = (status: GoldMapping['status']): number =>
    mappings.filter((mapping) => mapping.status === status).length;
  const ambiguous = count('ambiguous');
  const mapped = count('mapped') + ambiguous;
  const missing = count('unmapped');
  const byMethod: MappingSummary['byMethod'] = {};
  for (const { method } of mappings) if (method !== null) byMethod[method] = (byMethod[method] ?? 0) + 1;
  const passages = mapped + missing;
  return {
    passages,
    mapped,
    ambiguous,
    unmapped: missing,
    notInCorpus: count('notInCorpus'),
    coverage: passages === 0 ? null : mapped / passages,
    byMethod,
  };
};

/**
 * Where passages lie in the corpus, in their order. What names a document or title is looked up; the rest is searched for in
 * two or three passes over the corpus, so that the cost does not multiply.
 */
export const placePassages = async (
  documents: readonly Document[],
  passages: readonly Omit<GoldPassage, 'id'>[],
  { pace, onProgress = () => {} }: MapGoldOptions,
): Promise<Placement[]> => {
  const names = createDocumentNames(documents);
  const view = createViews();
  const tasks: Task[] = [];
  for (const gold of passages) {
    await pace.pausePoint();
    const task: Task = { gold, needles: needlesOf(gold), placement: null, titled: [], note: '' };
    tasks.push(task);
    if (gold.notInCorpus === true) continue;
    Object.assign(task, placeDirectly(gold, names, task.needles, view));
    onProgress(tasks.length);
  }
  // Most passages have one text; a snippet beside it gets its turn when the text was not found.
  for (const turn of [0, 1]) {
    const pending = tasks.filter(
      (task) => task.placement === null && task.gold.notInCorpus !== true && task.needles[turn] !== undefined,
    );
    const wanted = pending.map(
      (task): Wanted => ({ needle: task.needles[turn] ?? needleOf(''), titled: task.titled }),
    );
    const placements = await placeBySearch(documents, wanted, view, pace);
    pending.forEach((task, index) => {
      const needle = wanted[index]?.needle;
      task.placement = placements[index] ?? null;
      if (task.placement !== null || needle === undefined) return;
      const titled = task.titled.length > 0 ? 'a document of its title is there, but does not hold it' : '';
      const why = tooShort(needle)
        ? 'the text is too short to be looked up without a document name or title'
        : searchedFor(needle);
      task.note = [...new Set([task.note, why, titled])].filter((part) => part !== '').join('; ');
    });
  }
  return tasks.map(({ placement, note }) => placement ?? unmapped(note));
};

/** Mappings in the order of questions and their gold passages. */
export const mapGold = async (
  { documents, chunks, questions }: MapGoldInput,
  options: MapGoldOptions,
): Promise<{ mappings: GoldMapping[]; summary: MappingSummary }> => {
  const labelled = questions.flatMap((question) =>
    question.gold.map((gold): Labelled => ({ question, gold })),
  );
  const placements = await placePassages(
    documents,
    labelled.map(({ gold }) => gold),
    options,
  );
  const groups = groupChunks(chunks);
  const mappings: GoldMapping[] = [];
  for (const [index, one] of labelled.entries()) {
    await options.pace.pausePoint();
    mappings.push(mappingOf(one, placements[index] ?? unmapped(''), groups));
  }
  return { mappings, summary: summarise(mappings) };
};

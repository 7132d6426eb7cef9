/**
 * Which recorded scores belong to a workspace. They are kept by content for all workspaces together, so what goes along is
 * told from what a diagnosis asks for (06): each hop's sub-question with every passage that any run has brought, with the gold,
 * with every chunk that holds an answer (05.3), and what a person has labelled.
 */
import { answerCandidates } from '../../domain/candidates';
import type { Chunk } from '../../domain/corpus';
import type { HopLabel } from '../../domain/judge-check';
import type { GoldMapping } from '../../domain/mapping';
import { judgedSubQuestion, pairKey } from '../../domain/presence';
import type { Question } from '../../domain/question';
import type { QuestionEvent } from '../../domain/trace';
import { vectorKey } from '../vector-cache';

export interface OwnScores {
  /** Passages of a question, by chunk id. */
  addTrace(question: string, events: readonly QuestionEvent[]): Promise<void>;
  addMapping(mapping: GoldMapping): Promise<void>;
  addLabel(label: HopLabel): Promise<void>;
  addChunks(chunks: readonly Pick<Chunk, 'id' | 'heading' | 'text'>[]): Promise<void>;
}

/** `found` is told the key of each pair; the same one may come again. */
export const createOwnScores = (
  questions: readonly Question[],
  hashOf: (chunk: string) => string | undefined,
  found: (key: string) => void,
  pause: () => Promise<void>,
): OwnScores => {
  const asked = new Map(
    questions.map((question) => [
      question.id,
      question.hops.map((hop) => ({ asked: judgedSubQuestion(question, hop), answers: hop.answers })),
    ]),
  );
  const wanted = new Map<string, string[]>();
  for (const hops of asked.values())
    for (const hop of hops)
      if (hop.answers.length > 0) wanted.set(hop.asked, [...(wanted.get(hop.asked) ?? []), ...hop.answers]);

  const pair = (subQuestion: string, chunk: string): void => {
    const hash = hashOf(chunk);
    if (hash !== undefined) found(vectorKey(pairKey(subQuestion, hash)));
  };
  const pairs = async (question: string, chunks: Iterable<string>): Promise<void> => {
    const hops = asked.get(question) ?? [];
    if (hops.length === 0) return;
    for (const chunk of chunks) {
      for (const hop of hops) pair(hop.asked, chunk);
      await pause();
    }
  };
  return {
    addTrace: (question, events) =>
      pairs(
        question,
        new Set(
          events.flatMap((event) => (event.event === 'search' ? event.hits.map(({ chunk }) => chunk) : [])),
        ),
      ),
    addMapping: ({ question, chunks }) => pairs(question, chunks),
    async addLabel({ asked: subQuestion, chunks }) {
      for (const chunk of chunks) pair(subQuestion, chunk);
      await pause();
    },
    async addChunks(chunks) {
      if (wanted.size > 0)
        for (const [subQuestion, ids] of answerCandidates(chunks, wanted))
          for (const id of ids) pair(subQuestion, id);
      await pause();
    },
  };
};

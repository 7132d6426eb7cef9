/** How a system that reads hop by hop comes to its answer. */
import { type Hop, placeholders } from '../domain/question';
import { readOver } from './reading';
import { type Episode, topK } from './system';

/** Hops that no other hop builds on: one ends a chain, several are the sides of a comparison. */
const ends = (hops: readonly Hop[]): Hop[] =>
  hops.filter(
    ({ id }) =>
      !hops.some(
        (other) =>
          other.id !== id && (other.dependsOn.includes(id) || placeholders(other.question).includes(id)),
      ),
  );

/** The whole question, searched and read once: all that can be done without sub-questions. */
export const readWhole = async (episode: Episode): Promise<void> => {
  const { question, k } = episode;
  const search = await episode.search({ query: question.text, purpose: 'question', hop: null });
  episode.answer((await readOver(episode, question.text, null, topK(search, k))).text);
};

/** `known`: what was read for each hop. One hop at the end gives the answer; else all that was retrieved is read for it. */
export const answerAtEnd = async (
  episode: Episode,
  known: ReadonlyMap<number, string>,
  retrieved: ReadonlySet<string>,
): Promise<void> => {
  const { question } = episode;
  const last = ends(question.hops);
  const [only] = last;
  if (last.length === 1 && only !== undefined) {
    episode.answer(known.get(only.id) ?? null);
    return;
  }
  episode.note(
    'No single hop ends the decomposition, so the whole question was read over what all hops brought.',
  );
  episode.answer((await readOver(episode, question.text, null, retrieved)).text);
};

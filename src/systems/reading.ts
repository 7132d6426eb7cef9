/** Reading what was retrieved: the step that all reader systems share. */
import type { ReadEvent } from '../domain/trace';
import { answerOf } from './spans';
import type { Episode } from './system';

export interface ReadAnswer {
  /** Null: there was nothing to read. */
  read: ReadEvent | null;
  /** Null: the reader abstains. */
  text: string | null;
}

/** Reads `asked` over the passages; without passages nothing is read, and nothing is known. */
export const readOver = async (
  episode: Episode,
  asked: string,
  hop: number | null,
  chunks: Iterable<string>,
): Promise<ReadAnswer> => {
  const given = [...chunks];
  if (given.length === 0 || episode.judgedBy === null) return { read: null, text: null };
  const read = await episode.read({ hop, asked, chunks: given });
  return { read, text: answerOf(read, episode.judgedBy)?.text.trim() ?? null };
};

/** Said by every reader system, since its figures would otherwise be taken for more. */
export const EXTRACTS =
  'It can only extract: what has to be worked out (yes or no, which of two, a count) it answers with a span or not at all.';

import { createSignal } from 'solid-js';
import { type Chunk, indexText } from '../../../domain/corpus';
import type { Failure } from '../../../domain/outcome';
import type { PairScore } from '../../../domain/presence';
import type { HopView } from '../../components/chain/hop-view';
import { scorePairs } from '../../state/judging';

const keyOf = (asked: string, chunk: string): string => `${asked}\n${chunk}`;

/** The sub-question of a hop as it is judged, gold bridge answers filled in. */
export const askedOf = (hop: HopView): string =>
  hop.fact?.asked ?? hop.parts.map((part) => part.text).join('');

/** Lets the judge read what a trial query finds, for one hop; scores stay as long as the question is open. */
export function createTrialJudge() {
  const [scores, setScores] = createSignal<ReadonlyMap<string, PairScore>>(new Map());
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  return {
    busy,
    failure,
    of: (asked: string, chunk: string): PairScore | undefined => scores().get(keyOf(asked, chunk)),
    read: async (asked: string, chunks: Chunk[]): Promise<void> => {
      setBusy(true);
      setFailure(null);
      const outcome = await scorePairs(
        chunks.map((chunk) => ({ question: asked, passage: indexText(chunk) })),
      );
      setBusy(false);
      if (!outcome.ok) {
        setFailure(outcome.error);
        return;
      }
      const found = chunks.flatMap((chunk, at) => {
        const score = outcome.value[at];
        return score === undefined ? [] : [[keyOf(asked, chunk.id), score] as const];
      });
      setScores((known) => new Map([...known, ...found]));
    },
  };
}

export type TrialJudge = ReturnType<typeof createTrialJudge>;

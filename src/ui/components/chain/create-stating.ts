import { createSignal } from 'solid-js';
import { type Chunk, indexText } from '../../../domain/corpus';
import type { Failure } from '../../../domain/outcome';
import { classifierState, readPassages, scorePairs } from '../../state/judging';
import { bestSentence, type Stating, sentencePairs, spanInText } from './stating';

/** Finds, on demand, the sentence of a passage that states what is asked, and the words that a reader would quote. */
export function createStating() {
  const [found, setFound] = createSignal<Stating | null>(null);
  const [busy, setBusy] = createSignal<string | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const find = async (asked: string, chunk: Chunk): Promise<void> => {
    setFailure(null);
    const { ranges, pairs } = sentencePairs(asked, chunk);
    setBusy(classifierState() === null ? 'loading the classifier …' : `scoring ${pairs.length} sentences …`);
    const scores = await scorePairs(pairs);
    if (!scores.ok) {
      setBusy(null);
      setFailure(scores.error);
      return;
    }
    const sentence = bestSentence(ranges, scores.value);
    setFound({ sentence, span: null });
    if (classifierState()?.reader === true) {
      setBusy('reading …');
      const readings = await readPassages(asked, [indexText(chunk)]);
      const best = readings.ok ? readings.value[0]?.spans[0] : undefined;
      if (best !== undefined && best.score > 0) setFound({ sentence, span: spanInText(best, chunk) });
      if (!readings.ok) setFailure(readings.error);
    }
    setBusy(null);
  };
  return { found, busy, failure, find };
}

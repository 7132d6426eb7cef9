import type { Question } from '../domain/question';
import type { MappedGold } from './golds';
import type { DiagnosisInput, PassageText } from './input';
import { bridgeOf, singlePassageOf } from './multi-hop-test';

/** What joins the gold passages of a question; a matter of texts, not of k. */
export interface Join {
  /** Null: fewer than two gold passages are mapped. */
  bridge: boolean | null;
  entity: string | null;
  singlePassage: string | null;
}

type PassageOf = DiagnosisInput['passage'];

/** A name for a gold passage: its label's title, the title of its chunk, its document, or its id. */
export const titleOf = (gold: MappedGold, passage: PassageOf): string => {
  const first = gold.chunks[0];
  const found = gold.gold.title ?? (first === undefined ? undefined : passage(first)?.title);
  return found !== undefined && found !== '' ? found : (gold.gold.document ?? gold.gold.id);
};

const textsOf = (golds: readonly MappedGold[], passage: PassageOf): Map<string, PassageText> => {
  const texts = new Map<string, PassageText>();
  for (const gold of golds) {
    const found = gold.chunks.flatMap((chunk) => passage(chunk) ?? []);
    if (found.length === 0) continue;
    // An ambiguous passage has several candidates; the label's own text says which words are meant.
    const text = gold.gold.text ?? found.map((chunk) => chunk.text).join('\n');
    texts.set(gold.gold.id, { title: titleOf(gold, passage), text });
  }
  return texts;
};

export const joinOf = (question: Question, golds: readonly MappedGold[], passage: PassageOf): Join => {
  const texts = textsOf(golds, passage);
  if (texts.size < 2) return { bridge: null, entity: null, singlePassage: null };
  const entity = bridgeOf(question, texts);
  return { bridge: entity !== null, entity, singlePassage: singlePassageOf(question, texts) };
};

/**
 * Candidates of the corpus gap check (05.3): every chunk of the corpus that holds an answer as whole words, with no cap
 * on their number. The judge scores them and the diagnosis counts them, so both ask here.
 */
import { type Chunk, indexText } from './corpus';
import { containsAnswerNormalised, normalise } from './text';

/**
 * Runs of what `containsAnswer` takes for the inside of a word: letters and digits of the basic plane, scripts without
 * spaces left out. An answer that occurs as whole words has its runs as whole runs of the text.
 */
const RUN =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;

interface Wanted<Key> {
  key: Key;
  answer: string;
}

const add = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
};

/**
 * Ids of the chunks whose heading or text contains one of the answers, per key, in corpus order; a key without any has
 * an empty list. One pass over the corpus, however many keys: a chunk is only asked about answers whose first word it has.
 */
export const answerCandidates = <Key>(
  chunks: Iterable<Pick<Chunk, 'id' | 'heading' | 'text'>>,
  wanted: ReadonlyMap<Key, readonly string[]>,
): Map<Key, string[]> => {
  const found = new Map<Key, string[]>([...wanted.keys()].map((key) => [key, []]));
  const byWord = new Map<string, Wanted<Key>[]>();
  const byUnit = new Map<string, Wanted<Key>[]>();
  for (const [key, answers] of wanted)
    for (const answer of new Set(answers.map(normalise))) {
      if (answer === '') continue;
      const word = answer.match(RUN)?.[0];
      if (word === undefined) add(byUnit, answer.charAt(0), { key, answer });
      else add(byWord, word, { key, answer });
    }
  for (const chunk of chunks) {
    const text = normalise(indexText(chunk));
    const asked: Wanted<Key>[] = [];
    for (const word of new Set(text.match(RUN))) asked.push(...(byWord.get(word) ?? []));
    if (byUnit.size > 0) for (const unit of new Set(text.split(''))) asked.push(...(byUnit.get(unit) ?? []));
    const hit = new Set<Key>();
    for (const { key, answer } of asked)
      if (!hit.has(key) && containsAnswerNormalised(text, [answer])) hit.add(key);
    for (const key of hit) found.get(key)?.push(chunk.id);
  }
  return found;
};

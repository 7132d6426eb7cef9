import type { Bm25Settings } from '../../domain/retriever';
import { loadStemmer, loadStopWords } from './languages';
import { TOKEN_RULE, tokenise } from './tokens';

/** Turns text into index terms: tokens, then stop words removed, then stems. */
export interface Analyser {
  /** Names everything that decides which terms come out; part of index keys and of the retriever identity. */
  readonly id: string;
  terms(text: string): string[];
}

/** Stop words and stems are looked up once per distinct token; a corpus rarely has more than this many. */
const MEMO_LIMIT = 200_000;

/** `stopWords` without a stemmer means English ones: the list must be in some language. */
export const analyserId = ({ stemmer, stopWords }: Pick<Bm25Settings, 'stemmer' | 'stopWords'>): string =>
  [TOKEN_RULE, stemmer === null ? 'no-stems' : `snowball-${stemmer}`, stopWords ? 'stop' : 'no-stop'].join(
    '+',
  );

/** @throws HopscopeError `bad-input` when the language has no stemmer or no stop words. */
export async function createAnalyser(
  settings: Pick<Bm25Settings, 'stemmer' | 'stopWords'>,
): Promise<Analyser> {
  const id = analyserId(settings);
  const { stemmer, stopWords } = settings;
  if (stemmer === null && !stopWords) return { id, terms: tokenise };
  const stem = stemmer === null ? (token: string) => token : await loadStemmer(stemmer);
  const stops = stopWords ? await loadStopWords(stemmer ?? 'english') : new Set<string>();
  const memo = new Map<string, string | null>();
  const termOf = (token: string): string | null => {
    let term = memo.get(token);
    if (term === undefined) {
      term = stops.has(token) ? null : stem(token);
      if (memo.size >= MEMO_LIMIT) memo.clear();
      memo.set(token, term);
    }
    return term;
  };
  return {
    id,
    terms: (text) =>
      tokenise(text)
        .map(termOf)
        .filter((term): term is string => term !== null && term !== ''),
  };
}

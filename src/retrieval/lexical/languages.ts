import { HopscopeError } from '../../domain/outcome';
import { tokenise } from './tokens';

/** One small chunk a language, loaded when a user asks for it. */
const LANGUAGES = {
  arabic: [() => import('@orama/stemmers/arabic'), () => import('@orama/stopwords/arabic')],
  armenian: [() => import('@orama/stemmers/armenian'), () => import('@orama/stopwords/armenian')],
  bulgarian: [() => import('@orama/stemmers/bulgarian'), () => import('@orama/stopwords/bulgarian')],
  danish: [() => import('@orama/stemmers/danish'), () => import('@orama/stopwords/danish')],
  dutch: [() => import('@orama/stemmers/dutch'), () => import('@orama/stopwords/dutch')],
  english: [() => import('@orama/stemmers/english'), () => import('@orama/stopwords/english')],
  finnish: [() => import('@orama/stemmers/finnish'), () => import('@orama/stopwords/finnish')],
  french: [() => import('@orama/stemmers/french'), () => import('@orama/stopwords/french')],
  german: [() => import('@orama/stemmers/german'), () => import('@orama/stopwords/german')],
  greek: [() => import('@orama/stemmers/greek'), () => import('@orama/stopwords/greek')],
  hungarian: [() => import('@orama/stemmers/hungarian'), () => import('@orama/stopwords/hungarian')],
  indian: [() => import('@orama/stemmers/indian'), () => import('@orama/stopwords/indian')],
  indonesian: [() => import('@orama/stemmers/indonesian'), () => import('@orama/stopwords/indonesian')],
  irish: [() => import('@orama/stemmers/irish'), () => import('@orama/stopwords/irish')],
  italian: [() => import('@orama/stemmers/italian'), () => import('@orama/stopwords/italian')],
  lithuanian: [() => import('@orama/stemmers/lithuanian'), () => import('@orama/stopwords/lithuanian')],
  nepali: [() => import('@orama/stemmers/nepali'), () => import('@orama/stopwords/nepali')],
  norwegian: [() => import('@orama/stemmers/norwegian'), () => import('@orama/stopwords/norwegian')],
  portuguese: [() => import('@orama/stemmers/portuguese'), () => import('@orama/stopwords/portuguese')],
  romanian: [() => import('@orama/stemmers/romanian'), () => import('@orama/stopwords/romanian')],
  russian: [() => import('@orama/stemmers/russian'), () => import('@orama/stopwords/russian')],
  sanskrit: [() => import('@orama/stemmers/sanskrit'), () => import('@orama/stopwords/sanskrit')],
  serbian: [() => import('@orama/stemmers/serbian'), () => import('@orama/stopwords/serbian')],
  spanish: [() => import('@orama/stemmers/spanish'), () => import('@orama/stopwords/spanish')],
  swedish: [() => import('@orama/stemmers/swedish'), () => import('@orama/stopwords/swedish')],
  tamil: [() => import('@orama/stemmers/tamil'), () => import('@orama/stopwords/tamil')],
  turkish: [() => import('@orama/stemmers/turkish'), () => import('@orama/stopwords/turkish')],
  ukrainian: [() => import('@orama/stemmers/ukrainian'), () => import('@orama/stopwords/ukrainian')],
} as const satisfies Record<
  string,
  readonly [() => Promise<{ stemmer: (word: string) => string }>, () => Promise<{ stopwords: string[] }>]
>;

type Language = keyof typeof LANGUAGES;

/** Languages with a Snowball stemmer and a list of stop words, for settings. */
const STEMMER_LANGUAGES = Object.keys(LANGUAGES) as Language[];

const find = (language: string): (typeof LANGUAGES)[Language] => {
  if (!Object.hasOwn(LANGUAGES, language)) {
    throw new HopscopeError(
      'bad-input',
      `There is no stemmer for "${language}"; choose one of ${STEMMER_LANGUAGES.join(', ')}.`,
    );
  }
  return LANGUAGES[language as Language];
};

/** @throws HopscopeError `bad-input` */
export const loadStemmer = async (language: string): Promise<(word: string) => string> =>
  (await find(language)[0]()).stemmer;

/**
 * The lists hold words as people write them ("isn't"), so they go through the token rule: what is compared with
 * tokens must be tokens.
 * @throws HopscopeError `bad-input`
 */
export const loadStopWords = async (language: string): Promise<Set<string>> =>
  new Set((await find(language)[1]()).stopwords.flatMap(tokenise));

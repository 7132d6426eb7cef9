/**
 * Token ids with the place each came from, for tokenizers of the BERT family (the tokenizer library keeps no offsets).
 * A text is cut into the words that BERT's pre-tokeniser would cut, each word is tokenised on its own, and its pieces
 * are laid along its characters. The ids are those of the whole text, which a test compares; only the name of a
 * special token inside a text (`[SEP]`) stays the letters it is, so that a document cannot end itself.
 */

/** Token `i` stands at `[starts[i], ends[i])` of the text, in UTF-16 units. */
export interface MappedTokens {
  ids: number[];
  starts: number[];
  ends: number[];
}

export interface WordPieces {
  ids: number[];
  tokens: string[];
}

export interface BertNormalising {
  lowercase: boolean;
  stripAccents: boolean;
  separateHan: boolean;
  /** In front of a piece that goes on with a word (`##`). */
  continuation: string;
  unknown: string;
}

// As the library has it: the first and the last alternative are anchored, a code point is tested at a time.
const CONTROL = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}]$/u;
const SPACE = /^\s$/u;
const PUNCTUATION = /^[\p{P}\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e]/u;

const isHan = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0xf900 && code <= 0xfaff);

type Kind = 'space' | 'dropped' | 'mark' | 'single' | 'letter';

interface Character {
  kind: Kind;
  /** Code points that the normalised text has for it. */
  length: number;
}

const classify = (character: string, options: BertNormalising): Character => {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0 || code === 0xfffd) return { kind: 'dropped', length: 0 };
  if (CONTROL.test(character) && !'\t\n\r'.includes(character)) return { kind: 'dropped', length: 0 };
  if (SPACE.test(character)) return { kind: 'space', length: 0 };
  if (options.separateHan && isHan(code)) return { kind: 'single', length: 1 };
  let form = options.lowercase ? character.toLowerCase() : character;
  if (options.stripAccents) form = form.normalize('NFD').replace(/\p{Mn}/gu, '');
  if (form === '') return { kind: 'mark', length: 0 };
  return { kind: PUNCTUATION.test(form) ? 'single' : 'letter', length: [...form].length };
};

/** A text of many languages has a few thousand distinct characters; beyond that the memory starts anew. */
const KNOWN_CHARACTERS = 20_000;
const KNOWN_WORDS = 50_000;

/**
 * Capital sigma becomes ς at the end of a word and σ elsewhere, which a word cut out of its text no longer shows (in
 * "ΑΣ.Α" it is σ): it gets its small form in place. No other letter's small form depends on its neighbours; İ alone
 * has a longer one, and would move what follows.
 */
const withSmallSigmas = (text: string): string => {
  if (!text.includes('Σ')) return text;
  const small = text.replaceAll('İ', 'I').toLowerCase();
  return text.replace(/Σ/g, (_, at: number) => small.charAt(at));
};

/** `pieces` tokenises one word without special tokens. */
export const createWordOffsets = (pieces: (word: string) => WordPieces, options: BertNormalising) => {
  const characters = new Map<string, Character>();
  const words = new Map<string, WordPieces>();

  const characterOf = (character: string): Character => {
    const known = characters.get(character);
    if (known !== undefined) return known;
    if (characters.size >= KNOWN_CHARACTERS) characters.clear();
    const made = classify(character, options);
    characters.set(character, made);
    return made;
  };
  const piecesOf = (word: string): WordPieces => {
    const known = words.get(word);
    if (known !== undefined) return known;
    if (words.size >= KNOWN_WORDS) words.clear();
    const made = pieces(word);
    // A megabyte without a space is one word: not worth remembering.
    if (word.length <= 100) words.set(word, made);
    return made;
  };

  return (given: string): MappedTokens => {
    const text = options.lowercase ? withSmallSigmas(given) : given;
    const mapped: MappedTokens = { ids: [], starts: [], ends: [] };
    let start = -1;
    let end = 0;
    const flush = (): void => {
      if (start >= 0) place(text.slice(start, end), start, mapped);
      start = -1;
    };
    for (let at = 0; at < text.length; ) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const next = at + character.length;
      const { kind } = characterOf(character);
      if (kind === 'letter') {
        if (start < 0) start = at;
        end = next;
      } else if (kind === 'mark') {
        // An accent that is dropped still belongs to its letter.
        if (start >= 0) end = next;
      } else if (kind === 'space') flush();
      else if (kind === 'single') {
        flush();
        start = at;
        end = next;
        flush();
      }
      at = next;
    }
    flush();
    return mapped;
  };

  function place(word: string, offset: number, into: MappedTokens): void {
    const { ids, tokens } = piecesOf(word);
    let at = 0;
    ids.forEach((id, i) => {
      const token = tokens[i] ?? '';
      const from = at;
      // An unknown word is one token, however long; the last piece takes what marks follow its letters.
      if (token === options.unknown || i === ids.length - 1) at = word.length;
      else {
        const piece = i > 0 && token.startsWith(options.continuation) ? options.continuation.length : 0;
        let left = [...token.slice(piece)].length;
        while (left > 0 && at < word.length) {
          const character = String.fromCodePoint(word.codePointAt(at) ?? 0);
          left -= characterOf(character).length;
          at += character.length;
        }
      }
      into.ids.push(id);
      into.starts.push(offset + from);
      into.ends.push(offset + at);
    });
  }
};

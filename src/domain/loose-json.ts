/**
 * Reads one JSON value out of a model's words. Takes what models write beyond JSON (trailing commas, single quotes,
 * comments, Python's literals, line breaks inside strings), and tells a value that is cut off from one that is none.
 */

export type LooseValue =
  /** `end`: index behind it. */
  | { state: 'value'; value: unknown; end: number }
  /** The text ended inside of it. */
  | { state: 'cut' }
  /** `next`: where another value may start. */
  | { state: 'invalid'; next: number };

/** Thrown within this file only; made once, because a reply of brackets alone would make thousands. */
const CUT = new Error('cut');
const INVALID = new Error('invalid');
const TOO_DEEP = new Error('nested too deep');

const LITERALS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  NaN: null,
  Infinity: null,
  undefined: null,
};

const CLOSES: Record<string, string> = { '"': '"', "'": "'", '“': '”' };
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORD = /[-+]?[A-Za-z_$][\w$]*/y;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** What systems ask for nests a handful deep. */
const DEEPEST = 100;

class Reader {
  at: number;
  readonly #text: string;
  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** The next character that is not white space; the end of the text is a cut. */
  #peek(): string {
    this.#match(SPACE);
    const next = this.#text[this.at];
    if (next === undefined) throw CUT;
    return next;
  }

  #expect(character: string): void {
    if (this.#peek() !== character) throw INVALID;
    this.at += 1;
  }

  value(depth = 0): unknown {
    if (depth > DEEPEST) throw TOO_DEEP;
    const next = this.#peek();
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (CLOSES[next] !== undefined) return this.#string();
    const number = this.#match(NUMBER);
    if (number !== '') {
      // A number at the very end may go on: 1 of 12.
      if (this.at === this.#text.length) throw CUT;
      return Number(number);
    }
    const word = this.#match(WORD);
    if (this.at === this.#text.length && word !== '') throw CUT;
    const name = word.replace(/^[-+]/, '');
    if (!Object.hasOwn(LITERALS, name)) throw INVALID;
    return LITERALS[name];
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.#expect('{');
    while (this.#peek() !== '}') {
      const quoted = CLOSES[this.#peek()] !== undefined;
      const key = quoted ? this.#string() : this.#match(WORD);
      if (!quoted && key === '') throw INVALID;
      this.#expect(':');
      entries.push([key, this.value(depth + 1)]);
      if (this.#peek() !== '}') this.#expect(',');
    }
    this.at += 1;
    // Defines own properties: a key `__proto__` is a key like any other.
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.#expect('[');
    while (this.#peek() !== ']') {
      items.push(this.value(depth + 1));
      if (this.#peek() !== ']') this.#expect(',');
    }
    this.at += 1;
    return items;
  }

  #string(): string {
    const close = CLOSES[this.#text[this.at] ?? ''];
    const parts: string[] = [];
    let from = ++this.at;
    for (; ; this.at++) {
      const character = this.#text[this.at];
      if (character === undefined) throw CUT;
      if (character === close) break;
      if (character !== '\\') continue;
      parts.push(this.#text.slice(from, this.at), this.#escaped());
      from = this.at + 1;
    }
    parts.push(this.#text.slice(from, this.at));
    this.at += 1;
    return parts.join('');
  }

  /** At the backslash; ends at the last character of the escape. */
  #escaped(): string {
    const kind = this.#text[++this.at];
    if (kind === undefined) throw CUT;
    if (kind !== 'u') return ESCAPES[kind] ?? kind;
    const digits = this.#text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-f]{4}$/i.test(digits)) {
      if (digits.length < 4 && /^[0-9a-f]*$/i.test(digits)) throw CUT;
      throw INVALID;
    }
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}

/** The object or array that starts at the index. */
export const readLoose = (text: string, start: number): LooseValue => {
  const reader = new Reader(text, start);
  try {
    return { state: 'value', value: reader.value(), end: reader.at };
  } catch (thrown) {
    if (thrown === CUT) return { state: 'cut' };
    if (thrown === INVALID) return { state: 'invalid', next: start + 1 };
    // What is inside of it is no value of its own either.
    if (thrown === TOO_DEEP) return { state: 'invalid', next: reader.at };
    throw thrown;
  }
};

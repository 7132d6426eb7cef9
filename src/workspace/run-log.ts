/**
 * A run on disk: an append-only log, one block (a line) a question, each with a CRC-32 in front. A torn or rotten
 * block ends what can be trusted: reading stops there and says so, appending cuts it off, and the questions behind it
 * are asked again. The export is the plain trace (design 04); here hits are short, because a run of ten thousand
 * questions keeps over a million: chunk ids become numbers of a dictionary that each block extends.
 *
 *     crc32(8 hex) header | {"q": question, "e": [events], "n": dictionary size before, "ids": [new chunk ids]}
 */
import type { QuestionEvent, RunHeader, SearchEvent } from '../domain/trace';
import { crc32, fromBase64, fromUtf8, packId, toBase64, unpackId, utf8 } from './bytes';

/** A hit as the trace's schema has it. */
type Hit = SearchEvent['hits'][number];
type HitPart = { rank: number; score: number };

/** Per hit a chunk number; ranks only when they are not 1, 2, 3…; parts as [hit index…], ranks, scores. */
interface PackedHits {
  c: number[];
  s: string;
  r?: number[];
  b?: PackedParts;
  v?: PackedParts;
  /** Indices of hits that have a `parts` object, when neither leg tells it. */
  p?: number[];
  /** What imported hits without a chunk are called. */
  u?: [index: number, name: string][];
}
interface PackedParts {
  i: number[];
  r: number[];
  s: string;
}
type PackedEvent =
  | Exclude<QuestionEvent, SearchEvent>
  | (Omit<SearchEvent, 'hits' | 'question'> & { h: PackedHits });

interface Block {
  q: string;
  e: PackedEvent[];
  n: number;
  ids: string[];
}

export const packNumbers = (numbers: number[]): string => {
  // Scores of vectors are single precision: four bytes each lose nothing then.
  const single = numbers.every((x) => Object.is(Math.fround(x), x));
  const values = single ? Float32Array.from(numbers) : Float64Array.from(numbers);
  return `${single ? 'f' : 'd'}${toBase64(new Uint8Array(values.buffer))}`;
};

export const unpackNumbers = (packed: string): number[] => {
  const { buffer } = fromBase64(packed.slice(1));
  return Array.from(packed.startsWith('f') ? new Float32Array(buffer) : new Float64Array(buffer));
};

/** The dictionary of a run: chunk id ↔ number, grown block by block. */
export interface Dictionary {
  numbers: Map<string, number>;
  ids: string[];
}
export const createDictionary = (): Dictionary => ({ numbers: new Map(), ids: [] });

const numberOf = (dictionary: Dictionary, id: string): number => {
  const known = dictionary.numbers.get(id);
  if (known !== undefined) return known;
  dictionary.numbers.set(id, dictionary.ids.length);
  return dictionary.ids.push(id) - 1;
};

const packParts = (hits: Hit[], leg: 'bm25' | 'vector'): PackedParts | undefined => {
  const found: [number, HitPart][] = hits.flatMap((hit, i) => {
    const part = hit.parts?.[leg];
    return part === undefined ? [] : [[i, part]];
  });
  if (found.length === 0) return undefined;
  return {
    i: found.map(([i]) => i),
    r: found.map(([, part]) => part.rank),
    s: packNumbers(found.map(([, part]) => part.score)),
  };
};

const packHits = (hits: Hit[], dictionary: Dictionary): PackedHits => {
  const inOrder = hits.every((hit, i) => hit.rank === i + 1);
  const b = packParts(hits, 'bm25');
  const v = packParts(hits, 'vector');
  const bare = hits.flatMap((hit, i) =>
    hit.parts !== undefined && hit.parts.bm25 === undefined && hit.parts.vector === undefined ? [i] : [],
  );
  const unmatched = hits.flatMap((hit, i): [number, string][] =>
    hit.unmatched === undefined ? [] : [[i, hit.unmatched]],
  );
  return {
    c: hits.map((hit) => numberOf(dictionary, hit.chunk)),
    // No score is kept as NaN, which no search gives.
    s: packNumbers(hits.map((hit) => hit.score ?? Number.NaN)),
    ...(inOrder ? {} : { r: hits.map((hit) => hit.rank) }),
    ...(b === undefined ? {} : { b }),
    ...(v === undefined ? {} : { v }),
    ...(bare.length === 0 ? {} : { p: bare }),
    ...(unmatched.length === 0 ? {} : { u: unmatched }),
  };
};

const unpackHits = (packed: PackedHits, dictionary: Dictionary): Hit[] => {
  const scores = unpackNumbers(packed.s);
  const hits: Hit[] = packed.c.map((number, i) => ({
    chunk: dictionary.ids[number] ?? '',
    rank: packed.r?.[i] ?? i + 1,
    score: Number.isNaN(scores[i]) ? null : (scores[i] ?? 0),
  }));
  const addLeg = (parts: PackedParts | undefined, leg: 'bm25' | 'vector'): void => {
    if (parts === undefined) return;
    const partScores = unpackNumbers(parts.s);
    parts.i.forEach((at, i) => {
      const hit = hits[at];
      if (hit !== undefined)
        hit.parts = { ...hit.parts, [leg]: { rank: parts.r[i] ?? 0, score: partScores[i] ?? 0 } };
    });
  };
  addLeg(packed.b, 'bm25');
  addLeg(packed.v, 'vector');
  for (const at of packed.p ?? []) {
    const hit = hits[at];
    if (hit !== undefined) hit.parts = {};
  }
  for (const [at, name] of packed.u ?? []) {
    const hit = hits[at];
    if (hit !== undefined) hit.unmatched = name;
  }
  return hits;
};

/** What stands in front of a block. */
const checksumOf = (body: Uint8Array): string => `${crc32(body).toString(16).padStart(8, '0')} `;

const checked = (value: unknown): Uint8Array => {
  const body = JSON.stringify(value);
  return utf8(`${checksumOf(utf8(body))}${body}\n`);
};

export const encodeHeader = (header: RunHeader): Uint8Array => checked(header);

/** All events of one question as one block; extends the dictionary. */
export const encodeQuestion = (
  question: string,
  events: QuestionEvent[],
  dictionary: Dictionary,
): Uint8Array => {
  const n = dictionary.ids.length;
  const e = events.map((event): PackedEvent => {
    if (event.event !== 'search') return event;
    const { hits, question: _, ...rest } = event;
    return { ...rest, h: packHits(hits, dictionary) };
  });
  return checked({ q: question, e, n, ids: dictionary.ids.slice(n).map(packId) } satisfies Block);
};

export interface RunLog {
  /** Null when not even the header is whole. */
  header: RunHeader | null;
  questions: Map<string, QuestionEvent[]>;
  dictionary: Dictionary;
  /** Length of the part that can be trusted. */
  bytes: number;
  /** Bytes behind it that were not read. */
  torn: number;
}

/** Takes a log in line by line, without their newlines; null: this line and all behind it cannot be trusted. */
export const createRunLogReader = () => {
  const dictionary = createDictionary();
  let header: RunHeader | null = null;
  return {
    dictionary,
    get header() {
      return header;
    },
    line(line: Uint8Array): { question: string; events: QuestionEvent[] } | 'header' | null {
      const body = line.subarray(9);
      if (fromUtf8(line.subarray(0, 9)) !== checksumOf(body)) return null;
      if (header === null) {
        header = JSON.parse(fromUtf8(body)) as RunHeader;
        return 'header';
      }
      const block = JSON.parse(fromUtf8(body)) as Block;
      // A block of another time (two writers despite the lock) would name wrong chunks.
      if (block.n !== dictionary.ids.length) return null;
      for (const id of block.ids) numberOf(dictionary, unpackId(id));
      const events = block.e.map((event): QuestionEvent => {
        if (event.event !== 'search') return event;
        const { h, ...rest } = event;
        return { ...rest, question: block.q, hits: unpackHits(h, dictionary) };
      });
      return { question: block.q, events };
    },
  };
};

export const decodeRunLog = (bytes: Uint8Array): RunLog => {
  const reader = createRunLogReader();
  const questions = new Map<string, QuestionEvent[]>();
  let trusted = 0;
  while (trusted < bytes.length) {
    const end = bytes.indexOf(10, trusted);
    if (end < 0) break;
    const read = reader.line(bytes.subarray(trusted, end));
    if (read === null) break;
    if (read !== 'header') questions.set(read.question, read.events);
    trusted = end + 1;
  }
  return {
    header: reader.header,
    questions,
    dictionary: reader.dictionary,
    bytes: trusted,
    torn: bytes.length - trusted,
  };
};

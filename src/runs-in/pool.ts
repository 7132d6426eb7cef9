/** The distinct passages of a file: a run names the same ones again and again, and each text is kept once. */
import type { Passage } from './types';

export interface Pooled {
  passage: Passage;
  /** Line where it first stands. */
  line: number;
}

export interface PassagePool {
  /** Position of the passage in `all`; null: the entry is empty and names none. */
  add(passage: Passage, line: number): number | null;
  readonly all: readonly Pooled[];
}

export const createPassagePool = (): PassagePool => {
  const byKey = new Map<string, number>();
  const all: Pooled[] = [];
  return {
    all,
    add(passage, line) {
      const { id, title, text } = passage;
      if (id === null && title === null && text === null) return null;
      const key = JSON.stringify([id, title, text]);
      const known = byKey.get(key);
      if (known !== undefined) return known;
      byKey.set(key, all.length);
      return all.push({ passage, line }) - 1;
    },
  };
};

const SHORT = 80;

/** What a passage is called where it is listed: its title, else its id, else how it begins. */
export const calledIn = ({ id, title, text }: Passage): string => {
  const name = title ?? id ?? text ?? '';
  return name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name;
};

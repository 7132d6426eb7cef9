/** Which hops a sub-question builds on, and what is said of links that lead to no hop before it. */

import type { Item } from '../types';
import { unique } from './fields';

/** Links that are left out, counted by what is wrong with them. */
export interface BrokenLinks {
  /** A hop that waits for itself. */
  self: number;
  /** Hops that wait for each other. */
  circular: number;
  /** A hop that waits for a later one, which does not wait for it. */
  later: number;
  /** A number that no hop has. */
  missing: number;
}

const PROBLEM: Record<keyof BrokenLinks, string> = {
  self: 'Sub-questions that build on their own answer',
  circular: 'Sub-questions that build on each other in a circle',
  later: 'Sub-questions that build on a later one',
  missing: 'Sub-questions that build on one which is not there',
};

/** `wanted[i]`: places (from 1) that hop i + 1 builds on; 0 and what is past the end: no such hop. */
export const linkHops = (
  wanted: readonly (readonly number[])[],
): { dependsOn: number[][]; broken: BrokenLinks } => {
  const broken: BrokenLinks = { self: 0, circular: 0, later: 0, missing: 0 };
  const leadsTo = (from: number, to: number): boolean => {
    const seen = new Set<number>();
    const open = [from];
    for (let hop = open.pop(); hop !== undefined; hop = open.pop()) {
      if (hop === to) return true;
      if (seen.has(hop)) continue;
      seen.add(hop);
      open.push(...(wanted[hop - 1] ?? []));
    }
    return false;
  };
  const dependsOn = wanted.map((hops, index) => {
    const own = index + 1;
    return unique(hops)
      .filter((hop) => {
        if (hop >= 1 && hop < own) return true;
        if (hop === own) broken.self += 1;
        else if (hop < 1 || hop > wanted.length) broken.missing += 1;
        else if (leadsTo(hop, own)) broken.circular += 1;
        else broken.later += 1;
        return false;
      })
      .sort((a, b) => a - b);
  });
  return { dependsOn, broken };
};

/** One sentence a kind for all records of an ingest, with the questions it is said of. */
export const linkNotices = (broken: BrokenLinks, question: string): Item[] =>
  (Object.keys(PROBLEM) as (keyof BrokenLinks)[]).flatMap((kind): Item[] =>
    broken[kind] === 0
      ? []
      : [
          {
            type: 'notice',
            message: `${PROBLEM[kind]}: {n}, in {names}. Such a link is left out; a placeholder stays as it is written.`,
            count: broken[kind],
            about: question,
          },
        ],
  );

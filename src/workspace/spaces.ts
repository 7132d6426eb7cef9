/**
 * Which spaces of recorded numbers (vectors, scores of judges) this browser has. The files are named by a digest, so without
 * a list nobody could tell what is there, and a workspace could not take its own along.
 */
import * as v from 'valibot';
import type { Metadata } from './metadata';
import { vectorFile } from './vector-cache';

const PREFIX = 'vector-space/';
const SpaceSchema = v.object({ space: v.string(), dimension: v.number() });
export type KnownSpace = v.InferOutput<typeof SpaceSchema>;

/** Kept with the first number that is recorded. */
export const rememberSpace = (metadata: Metadata, known: KnownSpace): Promise<void> =>
  metadata.update('settings', `${PREFIX}${vectorFile(known.space, known.dimension)}`, () => known);

/** In the order of their names. */
export const knownSpaces = async (metadata: Metadata): Promise<KnownSpace[]> =>
  (await metadata.entries('settings', PREFIX)).flatMap(([, value]) => {
    const parsed = v.safeParse(SpaceSchema, value);
    return parsed.success ? [parsed.output] : [];
  });

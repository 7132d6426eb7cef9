import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../shared/data');
const required = process.env.HOPSCOPE_SHARED === 'required';

/** True when the shared real data is beside the checkout. With HOPSCOPE_SHARED=required its absence is an error. */
export const hasShared: boolean = existsSync(root);

if (!hasShared && required)
  throw new Error('HOPSCOPE_SHARED=required, but ../shared/data is not beside the checkout');
if (!hasShared) console.info('shared data absent: tests on real data are skipped');

/** Path of a file of the shared data, e.g. `sharedFile('questions/musique.jsonl')`. */
export const sharedFile = (name: string): string => resolve(root, name);

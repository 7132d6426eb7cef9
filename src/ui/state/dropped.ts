/** Files that were dropped somewhere on the page, until an intake takes them. */
import { createSignal } from 'solid-js';
import type { SourceFile } from '../../domain/seam';

const [dropped, setDropped] = createSignal<SourceFile[] | null>(null);

export { dropped, setDropped };

/** The dropped files, once. */
export const takeDropped = (): SourceFile[] | null => {
  const files = dropped();
  if (files !== null) setDropped(null);
  return files;
};

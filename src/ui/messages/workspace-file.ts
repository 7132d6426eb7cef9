/** Words on what a workspace file lost, and what to do about it. */
import type { FileDamage, ImportedWorkspace, KeptWhat } from '../../domain/workspace-file';
import { count } from '../format';

const KIND: Record<FileDamage['kind'], string> = {
  changed: 'was changed since it was written',
  cut: 'is cut off: the file ends too soon',
  missing: 'is missing',
  container: 'is whole, but the zip around it was changed',
  unknown: 'is no part of a workspace, and was left out',
  unfit: 'holds something that does not belong there, and was read up to it',
};

const REMEDY: Partial<Record<KeptWhat, string>> = {
  documents: 'Add the missing documents again on the corpus page.',
  questions: 'Add the missing questions again.',
  labels: 'Judge the rest again on the judge check page.',
  answers: 'Judge the rest again.',
  'traced questions': 'Resume the run to ask the rest again.',
  vectors: 'The rest is computed again.',
  scores: 'Judge the runs again to score the rest.',
};

const keptOf = ({ kept, of, what }: ImportedWorkspace['kept'][number]): string => {
  const amount =
    of === null ? `${count(kept)} ${what} kept.` : `${count(kept)} of ${count(of)} ${what} kept.`;
  const remedy = REMEDY[what];
  return remedy === undefined ? amount : `${amount} ${remedy}`;
};

/** One sentence or two for each part that is not as it was written. */
export const damageLines = ({ damage, kept }: Pick<ImportedWorkspace, 'damage' | 'kept'>): string[] => {
  const names = [...new Set([...damage, ...kept].map(({ entry }) => entry))];
  return names.map((name) => {
    const wrong = damage.find(({ entry }) => entry === name);
    const shown = name === 'zip' ? 'The zip around the entries' : name;
    const what = name === 'zip' ? 'was changed; every entry is whole' : KIND[wrong?.kind ?? 'missing'];
    const lost = kept.filter(({ entry }) => entry === name).map(keptOf);
    return [wrong === undefined ? `${shown}:` : `${shown} ${what}.`, ...lost].join(' ');
  });
};

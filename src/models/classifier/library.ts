/** Finds a classifier by its id: the shipped one, a dropped folder, or the Hub (only when the user named it). */
import { HopscopeError } from '../../domain/outcome';
import type { CatalogueClassifier, SourceFile } from '../../domain/seam';
import { appBase, type ModelFiles, urlFiles } from '../files';
import { isHubId, openHubFiles } from '../hub';
import { addOwnModel, keepRefusal, type OwnModel, removeStored, storedModels } from '../own-models';
import { type ClassifierEntry, describeBroken, describeClassifier, SHIPPED_CLASSIFIER } from './catalogue';
import { classifierFromFolder } from './folder';

export interface FoundClassifier {
  entry: ClassifierEntry;
  files: ModelFiles;
}

export interface ClassifierLibrary {
  list(): Promise<CatalogueClassifier[]>;
  add(files: SourceFile[], options: { id?: string; present: number }): Promise<CatalogueClassifier>;
  /** From now on this model of the user's own is not offered: its files are at fault, for this reason. */
  refuse(id: string, why: string): Promise<void>;
  /** Forgets a model of the user's own. Throws `not-found` when there is none. */
  remove(id: string): Promise<void>;
  /**
   * `present` undefined: as it was added, or the last class of a Hub model ("1", "yes"). Throws `not-found`, `bad-input`,
   * and `model` for one that was refused.
   */
  find(id: string | undefined, present: number | undefined): Promise<FoundClassifier>;
}

const withPresent = (found: FoundClassifier, present: number | undefined): FoundClassifier => {
  if (present === undefined || present === found.entry.present) return found;
  const classes = Math.max(1, found.entry.labels.length);
  if (!Number.isInteger(present) || present < 0 || present >= classes) {
    throw new HopscopeError(
      'bad-input',
      `"${found.entry.id}" has ${classes} logit(s), so number ${present} cannot mean "present": choose another one.`,
      { detail: 'present-unknown' },
    );
  }
  return { ...found, entry: { ...found.entry, present } };
};

export const createClassifierLibrary = (): ClassifierLibrary => {
  const own = new Map<string, OwnModel<ClassifierEntry>>();
  const broken = new Map<string, string>();
  let storedRead: Promise<void> | null = null;
  const readStored = (): Promise<void> => {
    storedRead ??= storedModels<ClassifierEntry>('classifiers', classifierFromFolder).then((stored) => {
      for (const model of stored.models) if (!own.has(model.entry.id)) own.set(model.entry.id, model);
      for (const { id, why } of stored.broken) if (!own.has(id)) broken.set(id, why);
    });
    return storedRead;
  };

  const locate = async (id: string, present: number | undefined): Promise<FoundClassifier> => {
    if (id === SHIPPED_CLASSIFIER.id) {
      const files = urlFiles(new URL(`models/${id}/`, appBase()).href, 'The bundled classifier');
      return { entry: SHIPPED_CLASSIFIER, files };
    }
    await readStored();
    const why = broken.get(id);
    if (why !== undefined) throw new HopscopeError('model', why);
    const mine = own.get(id);
    if (mine !== undefined) return mine;
    if (isHubId(id)) {
      const { files, folder } = await openHubFiles(id);
      return { entry: await classifierFromFolder(files, { ...folder, present: present ?? null }), files };
    }
    throw new HopscopeError(
      'not-found',
      `There is no classifier "${id}": choose one from the list or drop its folder in.`,
    );
  };

  return {
    async list() {
      await readStored();
      const usable = [...own.values()].map(({ entry }) => entry).filter(({ id }) => !broken.has(id));
      return [
        ...[SHIPPED_CLASSIFIER, ...usable].map(describeClassifier),
        ...[...broken].map(([id, why]) => describeBroken(id, why)),
      ];
    },
    async add(files, { id, present }) {
      await readStored();
      const model = await addOwnModel(
        'classifiers',
        files,
        { id, taken: new Set([SHIPPED_CLASSIFIER.id]) },
        (source, folder) => classifierFromFolder(source, { ...folder, present }),
      );
      own.set(model.entry.id, model);
      broken.delete(model.entry.id);
      const described = describeClassifier(model.entry);
      return model.notStored === null
        ? described
        : { ...described, label: `${described.label}, for this session only: ${model.notStored}` };
    },
    async refuse(id, why) {
      await readStored();
      if (!own.has(id)) return;
      broken.set(id, why);
      await keepRefusal('classifiers', id, why);
    },
    async remove(id) {
      await readStored();
      if (!own.has(id) && !broken.has(id)) {
        throw new HopscopeError('not-found', `There is no classifier "${id}" of your own to remove.`);
      }
      await removeStored('classifiers', id);
      own.delete(id);
      broken.delete(id);
    },
    find: async (id = SHIPPED_CLASSIFIER.id, present) => withPresent(await locate(id, present), present),
  };
};

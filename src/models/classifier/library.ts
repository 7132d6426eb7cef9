/** Finds a classifier by its id: the shipped one, a dropped folder, or the Hub (only when the user named it). */
import { HopscopeError } from '../../domain/outcome';
import type { CatalogueClassifier, SourceFile } from '../../domain/seam';
import { appBase, type ModelFiles, urlFiles } from '../files';
import { isHubId, openHubFiles } from '../hub';
import { addOwnModel, type OwnModel, storedModels } from '../own-models';
import { type ClassifierEntry, describeClassifier, SHIPPED_CLASSIFIER } from './catalogue';
import { classifierFromFolder } from './folder';

export interface FoundClassifier {
  entry: ClassifierEntry;
  files: ModelFiles;
}

export interface ClassifierLibrary {
  list(): Promise<CatalogueClassifier[]>;
  add(files: SourceFile[], options: { id?: string; present: number }): Promise<CatalogueClassifier>;
  /** `present` undefined: as it was added, or the last class of a Hub model ("1", "yes"). Throws `not-found`, `bad-input`. */
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
  let storedRead: Promise<void> | null = null;
  const readStored = (): Promise<void> => {
    storedRead ??= storedModels<ClassifierEntry>('classifiers').then((models) => {
      for (const model of models) if (!own.has(model.entry.id)) own.set(model.entry.id, model);
    });
    return storedRead;
  };

  const locate = async (id: string, present: number | undefined): Promise<FoundClassifier> => {
    if (id === SHIPPED_CLASSIFIER.id) {
      const files = urlFiles(new URL(`models/${id}/`, appBase()).href, 'The bundled classifier');
      return { entry: SHIPPED_CLASSIFIER, files };
    }
    await readStored();
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
      return [SHIPPED_CLASSIFIER, ...[...own.values()].map(({ entry }) => entry)].map(describeClassifier);
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
      const described = describeClassifier(model.entry);
      return model.notStored === null
        ? described
        : { ...described, label: `${described.label}, for this session only: ${model.notStored}` };
    },
    find: async (id = SHIPPED_CLASSIFIER.id, present) => withPresent(await locate(id, present), present),
  };
};

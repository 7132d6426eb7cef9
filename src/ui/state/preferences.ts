/** Small choices of this browser: theme, device, encoder, chat model. Nothing of a document, and never a key. */
import { createSignal } from 'solid-js';
import type { JudgeMode } from '../../domain/presence';
import type { DevicePreference } from '../../domain/seam';
import { DEFAULT_MODEL } from '../../models/catalogue';

/** Which classifier judges, and how; a null model is the shipped one. */
export interface ClassifierChoice {
  model: string | null;
  mode: JudgeMode;
  /** Index of the class that means "present", for a model of one's own. */
  present: number | null;
}

/** A judge by the space of its recorded scores, its threshold and its name. */
export interface NamedJudge {
  space: string;
  threshold: number;
  label: string;
}

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  theme: Theme;
  device: DevicePreference;
  /** Catalogue id of the encoder. */
  model: string;
  classifier: ClassifierChoice;
  /** Whose recorded scores count when looking, once another judge than the shipped one was loaded. */
  judge: NamedJudge | null;
  /** Every judge that was loaded in this browser. */
  judges: NamedJudge[];
  /** The chat model without its key, as it was stored: `readStoredChat` reads it. */
  chat: unknown;
  /** Workspace of the built-in demo, once made. */
  demo: string | null;
  /** Lessons that were read to their end. */
  lessons: string[];
  /** Workspaces whose vectors the user stopped: they are not made again by themselves. */
  stopped: string[];
}

const KEY = 'hopscope.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  device: 'auto',
  model: DEFAULT_MODEL,
  classifier: { model: null, mode: 'passage', present: null },
  judge: null,
  judges: [],
  chat: null,
  demo: null,
  lessons: [],
  stopped: [],
};

const read = (): Preferences => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...DEFAULTS, ...stored } : DEFAULTS;
  } catch {
    // Unreadable or blocked storage: the defaults are right, and nothing of the user's work is in here.
    return DEFAULTS;
  }
};

const [preferences, setAll] = createSignal<Preferences>(read());

export { preferences };

/** A model of the Hub goes by its owner's name and its own; every other has one word. */
const isOfHub = (model: string | null): boolean => model?.includes('/') ?? false;

/** An encoder or classifier is chosen whose files are read from the Hub whenever it is loaded. */
export const hubChosen = (): boolean =>
  isOfHub(preferences().model) || isOfHub(preferences().classifier.model);

const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
};

export const setPreferences = (change: Partial<Preferences>): void => {
  const next = setAll((old) => ({ ...old, ...change }));
  applyTheme(next.theme);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is blocked: the choice holds until the page is closed.
  }
};

applyTheme(preferences().theme);

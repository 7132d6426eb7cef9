/**
 * Everything of the page that is loaded on demand. A screen is loaded when it is first shown, or soon after the start
 * together with all others: a running page then never misses a part, though the network is cut or the host has a
 * newer build.
 */
export const SCREENS = {
  corpus: () => import('../screens/corpus/corpus'),
  search: () => import('../screens/search/search'),
  questions: () => import('../screens/questions/questions'),
  runs: () => import('../screens/runs/runs'),
  diagnosis: () => import('../screens/diagnosis/diagnosis'),
  compare: () => import('../screens/compare/compare'),
  question: () => import('../screens/question/question'),
  judge: () => import('../screens/judge/judge'),
  settings: () => import('../screens/settings/settings'),
  terms: () => import('../screens/terms/terms'),
  lessons: () => import('../screens/lessons/lessons'),
  headless: () => import('../screens/headless/headless'),
};

const OTHERS = [
  () => import('../intake/intake-panel'),
  () => import('../screens/runs/import-panel'),
  () => import('./palette'),
  () => import('../state/model'),
  () => import('papaparse'),
  () => import('../../report/csv'),
  () => import('../../workspace/open-store'),
];

/** Longest wait for a moment in which the page has nothing to do. */
const SOON_MS = 1000;

/** A moment in which the page has nothing to do; soon in any case. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: SOON_MS });
    else setTimeout(resolve, 200);
  });

/** Loads every part, one after another, each in an idle moment. */
export const loadParts = async (): Promise<void> => {
  for (const load of [...Object.values(SCREENS), ...OTHERS]) {
    await idle();
    // A part that cannot be had now is asked for again, and its absence shown, when it is needed.
    await load().catch(() => {});
  }
};

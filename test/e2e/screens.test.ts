import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp, root } from '../support/app';
import { expectClean, goTo, openDemo, PATIENT, screenHash, waitForRuns } from '../support/screens';

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Screen → its address (inside the workspace when it is one of its screens) and the control that it is there for. */
const SCREENS = {
  start: { at: '#/', main: { role: 'button', name: 'Open the demo' } },
  corpus: { at: 'corpus', main: { role: 'searchbox', name: 'Filter documents by title or text' } },
  search: { at: 'search?q=bridge', main: { role: 'searchbox', name: 'Query' } },
  questions: { at: 'questions', main: { role: 'button', name: 'Add a question' } },
  label: {
    at: 'questions?tab=label&list=all&at=q10&hop=1',
    main: { role: 'button', name: /^(● Gold|Mark as gold)/ },
  },
  runs: { at: 'runs', main: { role: 'button', name: 'Start' } },
  diagnosis: { at: 'diagnosis', main: { role: 'slider', name: /^k, how many/ } },
  question: { at: 'question/q10', main: { role: 'searchbox', name: 'Query to try' } },
  compare: { at: 'compare', main: { role: 'button', name: 'Swap' } },
  judge: { at: 'judge', main: { role: 'radio', name: 'Agreement' } },
  settings: { at: '#/settings', main: { role: 'radio', name: 'as the system' } },
  terms: { at: '#/terms', main: { role: 'link', name: 'Settings' } },
  lessons: { at: '#/lessons?at=hop-miss', main: { role: 'radio', name: 'both passages' } },
} as const;
const NAMES = Object.keys(SCREENS) as (keyof typeof SCREENS)[];
const MOST_TABS = 120;

describe('every screen, with the demo open', () => {
  let app: App;
  let workspace = '';

  beforeAll(async () => {
    app = await openApp({ scripts: [`${root}/node_modules/axe-core/axe.min.js`] });
    await openDemo(app.page);
    workspace = screenHash(app.page, '');
    await waitForRuns(app.page, 9);
  }, 600_000);
  afterAll(() => app?.close());

  const show = async (name: keyof typeof SCREENS): Promise<void> => {
    const { at } = SCREENS[name];
    await goTo(app.page, at.startsWith('#') ? at : `${workspace}${at}`);
    const { role, name: label } = SCREENS[name].main;
    await app.page.getByRole(role, { name: label }).first().waitFor(PATIENT);
  };

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    describe.each([1440, 390])('at %i px', (width) => {
      it.each(NAMES)('%s has nothing serious for axe and fits', async (name) => {
        await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await app.page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await show(name);
        const findings = await app.page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(context: Document): Promise<{ violations: Finding[] }> };
          };
          // A theme that was just switched may still fade in.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const fading = document
            .getAnimations()
            .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
          await Promise.allSettled(fading.map((animation) => animation.finished));
          return (await axe.run(document)).violations;
        });
        const bad = findings
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, help, nodes }) => ({
            id,
            help,
            where: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
          }));
        expect(bad).toEqual([]);
        const fits = await app.page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { over: scrollWidth - clientWidth, titles: document.querySelectorAll('h1').length };
        });
        expect(fits).toEqual({ over: 0, titles: 1 });
      });
    });
  });

  it.each(NAMES)('%s: the keyboard reaches what it is there for, and shows where it is', async (name) => {
    await app.page.emulateMedia({ colorScheme: 'light' });
    await app.page.setViewportSize({ width: 1440, height: 900 });
    await show(name);
    const { role, name: label } = SCREENS[name].main;
    const target = app.page.getByRole(role, { name: label }).first();
    // From the top of the page, as after a reload.
    await app.page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    let reached = false;
    for (let pressed = 0; pressed < MOST_TABS && !reached; pressed++) {
      await app.page.keyboard.press('Tab');
      reached = await target.evaluate((element) => {
        const focused = document.activeElement;
        if (focused === element) return true;
        // One tab stop a group of radio buttons; arrow keys go on from there.
        return (
          element instanceof HTMLInputElement &&
          element.type === 'radio' &&
          focused instanceof HTMLInputElement &&
          focused.name === element.name
        );
      });
    }
    expect(reached, `within ${MOST_TABS} presses of Tab`).toBe(true);
    const seen = await app.page.evaluate(() => {
      const marked = (element: Element | null): boolean => {
        if (element === null) return false;
        const style = getComputedStyle(element);
        return (
          (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
          style.boxShadow !== 'none'
        );
      };
      const focused = document.activeElement;
      // A radio button that is drawn by its label shows its focus there.
      return marked(focused) || marked(focused?.closest('label') ?? null);
    });
    expect(seen, 'focus can be seen').toBe(true);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});

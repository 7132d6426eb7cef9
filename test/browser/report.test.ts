import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/report/html/report';
import { reportInput } from '../report/make';

/** The report's style and body in this page, without its policy, which would stop the test runner too. */
const show = (): void => {
  const parsed = new DOMParser().parseFromString(reportHtml(reportInput()), 'text/html');
  document.head.append(...parsed.querySelectorAll('style'));
  document.body.replaceChildren(...parsed.body.childNodes);
  document.title = parsed.title;
  document.documentElement.lang = parsed.documentElement.lang;
};

afterEach(() => {
  document.documentElement.style.colorScheme = '';
  for (const style of document.head.querySelectorAll('style')) style.remove();
  document.body.replaceChildren();
});

describe('the report in a browser', () => {
  it.each(['light', 'dark'])('has no accessibility violation, %s', async (scheme) => {
    show();
    document.documentElement.style.colorScheme = scheme;
    const { violations, passes } = await axe.run(document, { resultTypes: ['violations', 'passes'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
  });

  it('fits a narrow screen without scrolling sideways', () => {
    show();
    document.body.style.width = '360px';
    expect(document.querySelector('main')?.scrollWidth).toBeLessThanOrEqual(360);
    document.body.style.width = '';
  });

  it('runs nothing that the documents contain', () => {
    show();
    expect(document.body.querySelector('script, img, iframe, object')).toBeNull();
    expect(document.body.textContent).toContain('<script>alert(1)</script>');
  });
});

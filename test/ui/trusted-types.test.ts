import { describe, expect, it } from 'vitest';
import { ownScript, safeTemplate } from '../../src/ui/trusted-types';

describe('trusted types policy', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>1</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="x">',
    '< base href="x">',
    '<svg onload = "x">',
  ])('refuses %s', (html) => {
    expect(() => safeTemplate(html)).toThrow(TypeError);
  });

  it('lets a template of the app pass unchanged', () => {
    const template =
      '<section class="panel"><h2>Questions</h2><button type="button" class="btn">only once = one</button>';
    expect(safeTemplate(template)).toBe(template);
  });

  it('takes scripts of the own origin only', () => {
    expect(ownScript('./assets/a.js', 'https://host.test/tools/')).toBe(
      'https://host.test/tools/assets/a.js',
    );
    expect(() => ownScript('https://other.test/a.js', 'https://host.test/')).toThrow(TypeError);
    expect(() => ownScript('data:text/javascript,1', 'https://host.test/')).toThrow(TypeError);
  });
});

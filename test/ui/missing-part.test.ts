import { expect, it } from 'vitest';
import { isMissingPart } from '../../src/ui/shell/missing-part';

it.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://a/assets/terms-x.js')],
  ['Firefox', new TypeError('error loading dynamically imported module: https://a/assets/terms-x.js')],
  ['Safari', new TypeError('Importing a module script failed.')],
  ['Vite, of a style', new Error('Unable to preload CSS for /assets/terms-x.css')],
])('a part that cannot be loaded is known by the words of %s', (_, error) => {
  expect(isMissingPart(error)).toBe(true);
});

it('any other fault is not taken for one', () => {
  expect(isMissingPart(new TypeError("Cannot read properties of undefined (reading 'important')"))).toBe(
    false,
  );
  expect(isMissingPart(new TypeError('The module is not defined'))).toBe(false);
  expect(isMissingPart(new Error('The import of the workspace failed'))).toBe(false);
  expect(isMissingPart('Unable to preload CSS')).toBe(false);
});

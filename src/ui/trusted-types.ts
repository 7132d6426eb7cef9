/**
 * Under `require-trusted-types-for 'script'` every string that becomes HTML or a script address passes here.
 * Solid builds its static templates from strings of this app's own code; nothing else may become HTML. Its templates
 * never hold a script, a frame or an inline handler, so anything that does is refused. Script addresses must be ours.
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(input: string): string; createScriptURL(input: string): string },
  ): unknown;
}

const DANGEROUS = /<\s*(script|iframe|object|embed|base|meta|link|form)\b|<[^>]*\son\w+\s*=|javascript:/i;

/** Refuses markup that could run code. Exported for its test. */
export const safeTemplate = (html: string): string => {
  if (DANGEROUS.test(html)) throw new TypeError('refused: markup that could run code');
  return html;
};

/** Refuses a script address of another origin. Exported for its test. */
export const ownScript = (address: string, base: string): string => {
  const url = new URL(address, base);
  if (url.origin !== new URL(base).origin) throw new TypeError(`refused: script from ${url.origin}`);
  return url.href;
};

/** Call once, before anything is rendered. Does nothing where Trusted Types are not supported. */
export const installTrustedTypes = (): void => {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: safeTemplate,
    createScriptURL: (address) => ownScript(address, document.baseURI),
  });
};

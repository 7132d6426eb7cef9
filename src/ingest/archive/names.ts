/** Names of files in an archive: which one to show, and which to refuse. Nothing is ever written to a disk by them. */

/** Left by systems; nobody means to import them. */
const JUNK = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\.git|~\$[^/]*)(?:\/|$)|^__MACOSX(?:\/|$)/i;

export const isJunk = (path: string): boolean => JUNK.test(path);

/** Some programs write `\` between folders. */
export const pathOf = (name: string): string => name.replaceAll('\\', '/');

/** Why a name is refused; null: it is fine. */
export const badName = (path: string): string | null => {
  if (path === '') return 'it has no name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'its name holds control characters';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'its name is an absolute path';
  if (path.split('/').includes('..')) return 'its name points out of the archive';
  if (path.length > 1000) return 'its name has more than 1,000 characters';
  return null;
};

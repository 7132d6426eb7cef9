/** The schema name of a file that this app has written, `hopscope.<what>/<version>`: may a reader take it? Pure. */

const NAME = /^(hopscope\.[a-z-]+)\/([1-9]\d{0,8})$/;

/**
 * Null: the file is of the schema that is read here, in its version or an older one. Else a sentence; `what` names what
 * is read, "labels of a judge check".
 */
export const schemaProblem = (schema: unknown, read: string, what: string): string | null => {
  const [, wanted, version] = NAME.exec(read) ?? [];
  const found = typeof schema === 'string' ? NAME.exec(schema) : null;
  if (found === null) {
    return `This file does not say that it holds ${what} ("schema": "${read}"): choose one that Hopscope has exported.`;
  }
  if (found[1] !== wanted) {
    return `This file is "${found[0]}", and ${what} are "${read}": choose another file.`;
  }
  return Number(found[2]) > Number(version)
    ? `This file is "${found[0]}", from a newer Hopscope than this one, which reads up to "${read}": reload the page to update it, or export from an older version.`
    : null;
};

/** What a chat model wrote, without its dress: fences around it, prose around JSON. No verdict is drawn here. */

/** Without the marks of code fences; what stands in them and around them stays. */
export const withoutFences = (text: string): string => text.replace(/(?:```|~~~)[a-z]*\n?/gi, '').trim();

/** The outermost JSON object or list of a text; null: there is none that can be read. */
export const jsonIn = (text: string): unknown => {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const start = text.indexOf(open);
    const end = text.lastIndexOf(close);
    // The one that opens first is the outer one.
    const other = text.indexOf(open === '{' ? '[' : '{');
    if (start < 0 || end < start || (other >= 0 && other < start)) continue;
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      // Prose in braces.
    }
  }
  return null;
};

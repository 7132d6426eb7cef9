/** Markup that is safe as it stands: only `html` makes it, and everything it is given as text is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | null | readonly (Markup | null)[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Controls but tab and line ends, lone surrogates, non-characters; and bidirectional overrides and isolates. */
const UNSAFE = /[^\P{Cc}\t\n\r]|\p{Cs}|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text for element content and quoted attributes. What HTML forbids becomes U+FFFD, and so does what could reorder
 * the page: a passage must not be able to rewrite the report around it.
 */
export const escapeText = (text: string): string =>
  text.replace(UNSAFE, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const render = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
};

/** Tagged template: the template is markup, every value in it is text unless it is `Markup` itself. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part));

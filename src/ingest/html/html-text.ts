/**
 * HTML files as Markdown-like text: headings, lists, tables and code keep their form, so that the chunker knows
 * where not to cut. Scripts, styles and navigation are left out. Nothing is ever rendered as HTML.
 */
import { Parser } from 'htmlparser2';
import type { HtmlText } from '../parse/contract';
import { BadRecord } from '../types';

const DROPPED = new Set(
  'script style noscript template svg math canvas iframe object nav footer aside form button select dialog head'.split(
    ' ',
  ),
);
const DROPPED_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary', 'menu']);
const BLOCKS = new Set(
  'p div section article main header h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr pre blockquote figure figcaption hr br address details summary'.split(
    ' ',
  ),
);
/** Elements without an end tag: they must not stay on the stack of what is open. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** The parser's own stack costs time by the square of its depth. */
const DEEPEST = 5000;

/**
 * Text being built: white space collapses, blocks begin on lines of their own. Kept in parts: looking at the end of
 * one growing string would cost its whole length for every text node.
 */
class Writer {
  private readonly parts: string[] = [];
  private pendingBreak = 0;
  text(): string {
    return this.parts.join('');
  }
  break(lines: number): void {
    this.pendingBreak = Math.max(this.pendingBreak, lines);
  }
  write(raw: string, verbatim = false): void {
    const piece = verbatim ? raw : raw.replace(/\s+/g, ' ');
    const fresh = this.parts.length === 0 || this.pendingBreak > 0;
    const body = fresh && !verbatim ? piece.trimStart() : piece;
    if (body === '') return;
    if (this.parts.length > 0 && this.pendingBreak > 0) {
      this.trimEnd();
      this.parts.push('\n'.repeat(this.pendingBreak));
    }
    this.pendingBreak = 0;
    const joined = !fresh && this.parts.at(-1)?.endsWith(' ') && !verbatim ? body.trimStart() : body;
    if (joined !== '') this.parts.push(joined);
  }
  private trimEnd(): void {
    for (let last = this.parts.pop(); last !== undefined; last = this.parts.pop()) {
      const rest = last.trimEnd();
      if (rest === '') continue;
      this.parts.push(rest);
      return;
    }
  }
}

/** What a reader of the page would read; the content of `<main>` / `<article>` alone where that is most of it. */
export const htmlToText = (html: string): HtmlText => {
  const whole = new Writer();
  const main = new Writer();
  const open: { name: string; dropped: boolean }[] = [];
  let dropped = 0;
  let mainDepth = 0;
  let pre = 0;
  let cells = 0;
  let title = '';
  let inTitle = false;
  let heading: string | null = null;
  let inHeading = false;

  const both = (act: (writer: Writer) => void): void => {
    act(whole);
    if (mainDepth > 0) act(main);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && !open.some((element) => element.name === 'svg')) inTitle = true;
        const drop =
          DROPPED.has(name) ||
          DROPPED_ROLES.has(attributes.role ?? '') ||
          'hidden' in attributes ||
          attributes['aria-hidden'] === 'true';
        if (!VOID.has(name)) {
          open.push({ name, dropped: drop });
          if (open.length > DEEPEST) {
            throw new BadRecord(
              `elements are nested deeper than ${DEEPEST.toLocaleString('en')}: the page is damaged or hostile`,
            );
          }
          if (drop) dropped += 1;
        }
        if (dropped > 0) return;
        if (name === 'main' || name === 'article') mainDepth += 1;
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (BLOCKS.has(name))
          both((writer) => writer.break(name === 'br' || name === 'li' || name === 'tr' ? 1 : 2));
        if (level !== undefined) {
          both((writer) => writer.write(`${'#'.repeat(Number(level))} `, true));
          inHeading = heading === null && level === '1';
          if (inHeading) heading = '';
        } else if (name === 'li') both((writer) => writer.write('- ', true));
        else if (name === 'tr') {
          cells = 0;
        } else if (name === 'td' || name === 'th') {
          both((writer) => writer.write(cells === 0 ? '| ' : ' | ', true));
          cells += 1;
        } else if (name === 'pre') {
          pre += 1;
          both((writer) => writer.write('```\n', true));
        }
      },
      ontext(text) {
        if (inTitle) title += text;
        if (dropped > 0) return;
        if (inHeading) heading += text;
        // Inside a cell a line break would end the table row.
        both((writer) => writer.write(text, pre > 0));
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false;
        const at = open.findLastIndex((element) => element.name === name);
        if (at < 0) return;
        const hidden = dropped > 0;
        for (const element of open.splice(at)) if (element.dropped) dropped -= 1;
        if (hidden) return;
        if (name === 'h1') inHeading = false;
        if (name === 'pre' && pre > 0) {
          pre -= 1;
          both((writer) => {
            writer.break(1);
            writer.write('```', true);
          });
        }
        if (name === 'tr' && cells > 0) both((writer) => writer.write(' |', true));
        if (BLOCKS.has(name)) both((writer) => writer.break(name === 'li' || name === 'tr' ? 1 : 2));
        if ((name === 'main' || name === 'article') && mainDepth > 0) mainDepth -= 1;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  const [all, inner] = [whole.text(), main.text()];
  const chosen = inner.length > all.length / 4 ? inner : all;
  const tidy = (text: string | null): string | null => text?.replace(/\s+/g, ' ').trim() || null;
  return { title: tidy(title), heading: tidy(heading), text: chosen.trim() };
};

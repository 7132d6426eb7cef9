/**
 * Tables that say which letters the codes of Chinese, Japanese and Korean fonts mean, where a PDF names a standard one
 * instead of carrying its own. They come with the library, each in a part of the app that is loaded when it is asked for.
 */
const TABLES = import.meta.glob<string>(
  [
    '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    // No PDF may name these.
    '!../../../node_modules/pdfjs-dist/cmaps/*UTF32*',
    '!../../../node_modules/pdfjs-dist/cmaps/*UTF8*',
  ],
  { query: '?inline', import: 'default' },
);

const FOLDER = '../../../node_modules/pdfjs-dist/cmaps/';

const bytesOf = (dataUrl: string): Uint8Array =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));

/** What the library makes one of, to ask it for tables by name. */
export class CharacterMaps {
  readonly fetch = async ({ name }: { name: string }) => {
    const load = TABLES[`${FOLDER}${name}.bcmap`];
    if (load === undefined) throw new Error(`there is no character table “${name}”`);
    return { cMapData: bytesOf(await load()), isCompressed: true };
  };
}

/** A PDF file → its text layer in reading order. Throws `BadRecord` with the reason when there is none to be had. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { BadRecord, RECORD_LIMIT } from '../types';
import { documentOf, type PdfPage, type PdfText } from './document';
import type { TextItem } from './items';
import { loadPdfLibrary, settingsFor } from './library';

export interface PdfContent extends PdfText {
  /** Of the file's metadata; null when absent or no title. */
  title: string | null;
  /** Pages that could not be read, with the reason. */
  broken: { page: number; reason: string }[];
}

/** Most bytes of a file: it is held in memory as a whole. */
export const PDF_LIMIT = 512 * 1024 * 1024;
const MOST_PAGES = 20_000;

const QUARTER = Math.PI / 2;

/** Text of each direction as if it were upright, the direction with most letters last. */
const layersOf = async (page: PDFPageProxy): Promise<PdfPage> => {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent({ disableNormalization: true });
  const [a, b, c, d, e, f] = viewport.transform as [number, number, number, number, number, number];
  const turned = new Map<number, { letters: number; items: TextItem[] }>();
  for (const item of items) {
    if (!('str' in item)) continue;
    const [ta, tb, tc, td, te, tf] = item.transform as [number, number, number, number, number, number];
    const x = a * te + c * tf + e;
    const y = b * te + d * tf + f;
    const along = [a * ta + c * tb, b * ta + d * tb] as const;
    const size = Math.hypot(a * tc + c * td, b * tc + d * td);
    const turns = ((Math.round(Math.atan2(along[1], along[0]) / QUARTER) % 4) + 4) % 4;
    const place =
      turns === 0
        ? { x, y }
        : turns === 1
          ? { x: y, y: viewport.width - x }
          : turns === 2
            ? { x: viewport.width - x, y: viewport.height - y }
            : { x: viewport.height - y, y: x };
    const layer = turned.get(turns) ?? { letters: 0, items: [] };
    turned.set(turns, layer);
    layer.letters += item.str.trim().length;
    layer.items.push({ text: item.str, ...place, width: item.width, size });
  }
  return [...turned]
    .sort((one, other) => one[1].letters - other[1].letters || other[0] - one[0])
    .map(([turns, layer]) => ({
      width: turns % 2 === 0 ? viewport.width : viewport.height,
      height: turns % 2 === 0 ? viewport.height : viewport.width,
      items: layer.items,
    }));
};

/** Names that programs give by themselves. */
const NO_TITLE =
  /^(?:untitled|unknown|document\d*|microsoft word\b.*|.*\.(?:docx?|odt|tex|dvi|indd|qxd|pptx?|rtf|pdf))$/i;

const titleOf = async (pdf: PDFDocumentProxy): Promise<string | null> => {
  // Damaged metadata says nothing about the text.
  const info = await pdf.getMetadata().then(
    (metadata) => metadata.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const title = typeof info.Title === 'string' ? info.Title.replace(/[\s\0]+/g, ' ').trim() : '';
  return title === '' || NO_TITLE.test(title) ? null : title;
};

const reasonOf = (error: unknown): string => {
  const { name = '', message = '' } = error instanceof Error ? error : {};
  if (name === 'PasswordException')
    return 'the PDF is encrypted and opens only with a password: save a copy without one';
  return `the PDF is damaged (${message || 'it cannot be opened'}): open it in a viewer and save it anew`;
};

/** `alive` is called after each page. */
export const readPdf = async (
  file: Blob,
  alive: (page: number, pages: number) => void,
): Promise<PdfContent> => {
  if (file.size > PDF_LIMIT)
    throw new BadRecord(`the PDF has more than the limit of ${PDF_LIMIT / 1024 / 1024} MB: split it`);
  const { getDocument, VerbosityLevel } = await loadPdfLibrary();
  const data = new Uint8Array(await file.arrayBuffer());
  const task = getDocument(settingsFor(data, VerbosityLevel.ERRORS));
  const pdf = await task.promise.catch((error: unknown) => {
    throw new BadRecord(reasonOf(error));
  });
  try {
    if (pdf.numPages > MOST_PAGES)
      throw new BadRecord(
        `the PDF has ${pdf.numPages} pages, more than the limit of ${MOST_PAGES}: split it`,
      );
    const pages: PdfPage[] = [];
    const broken: PdfContent['broken'] = [];
    let letters = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      try {
        const page = await pdf.getPage(number);
        const layers = await layersOf(page);
        letters += layers.reduce(
          (sum, { items }) => sum + items.reduce((n, { text }) => n + text.length, 0),
          0,
        );
        pages.push(layers);
        page.cleanup();
      } catch (error) {
        broken.push({ page: number, reason: error instanceof Error ? error.message : String(error) });
        pages.push([]);
      }
      if (letters > RECORD_LIMIT)
        throw new BadRecord(
          `longer than the limit of ${RECORD_LIMIT / 1024 / 1024} MB of text for one document: split the file`,
        );
      alive(number, pdf.numPages);
    }
    const content = documentOf(pages);
    const whole = `${pdf.numPages} ${pdf.numPages === 1 ? 'page' : 'pages'}`;
    if (content.text.trim() === '') {
      throw new BadRecord(
        broken.length === pdf.numPages
          ? `the PDF is damaged: none of its ${whole} can be read (${broken[0]?.reason ?? ''})`
          : `the PDF has no text layer: its ${whole} ${pdf.numPages === 1 ? 'is a picture' : 'are pictures'} (a scan). Run text recognition (OCR) over it first`,
      );
    }
    return { ...content, title: await titleOf(pdf), broken };
  } finally {
    await task.destroy();
  }
};

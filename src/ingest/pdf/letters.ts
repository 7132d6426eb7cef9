/** Letters as they are typed: ligatures taken apart, soft hyphens and control characters out, accents joined. */

/** Latin ligatures that fonts draw as one sign. Other compatibility characters (full width, ², ½) carry meaning. */
const LIGATURES = /[\ufb00-\ufb06]/g;
/** Control characters but tab and line ends; what a PDF's broken font table leaves behind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A soft hyphen at the very end stays: it says that the word goes on. */
export const plainLetters = (text: string): string =>
  text
    .replace(LIGATURES, (sign) => sign.normalize('NFKC'))
    .replace(/\u00ad(?!\s*$)/g, '')
    .replace(CONTROL, '')
    .replace(LONE, '\ufffd')
    .normalize('NFC');

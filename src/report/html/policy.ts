import { contentHash } from '../../domain/hash';

/** The style element of the page by its SHA-256 in base64, so that no other style counts either. */
const styleHash = (styles: string): string => {
  const bytes = (contentHash(styles).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
};

/** Nothing may be fetched, run, embedded or sent, whatever the documents contain. */
export const policyFor = (styles: string): string =>
  `default-src 'none'; style-src '${styleHash(styles)}'; base-uri 'none'; form-action 'none'`;

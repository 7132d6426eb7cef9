import { sha256 } from '@noble/hashes/sha2.js';

/** The style element of the page by its hash, so that no other style counts either. */
const styleHash = (styles: string): string =>
  `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(styles))))}`;

/** Nothing may be fetched, run, embedded or sent, whatever the documents contain. */
export const policyFor = (styles: string): string =>
  `default-src 'none'; style-src '${styleHash(styles)}'; base-uri 'none'; form-action 'none'`;

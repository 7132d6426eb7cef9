import { share } from './random.mjs';

/** Ways of a server to misbehave. @typedef {'429' | '500' | 'hang' | 'cut'} Fault */
/** @type {readonly Fault[]} */
export const FAULTS = ['429', '500', 'hang', 'cut'];

/**
 * By the request and how often it has come, not by the order in which requests arrive: the same run meets the same
 * faults, however many calls are under way.
 * @param {{ share: number, seed: number }} settings @param {string} hash @param {number} tries how often it has come before
 * @returns {Fault | null}
 */
export const faultOf = (settings, hash, tries) => {
  if (share(settings.seed, 'fault', hash, tries) >= settings.share) return null;
  return FAULTS[Math.floor(share(settings.seed, 'kind', hash, tries) * FAULTS.length)] ?? '500';
};

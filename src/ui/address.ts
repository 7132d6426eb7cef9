/** Addresses as they are typed, mailed and cut off on the way: what the router may be given of them. Pure. */

/** No route has it, so it leads to the screen that says so. */
const NOWHERE = '/no-such-page';

/** The path when it can be decoded, else one that no screen has: a thrown `URIError` would end all routing. */
export const routable = (path: string): string => {
  try {
    // The result must be used: the build takes a call whose result is not for one that does nothing, and leaves it out.
    return decodeURIComponent(path).length > 0 ? path : NOWHERE;
  } catch {
    return NOWHERE;
  }
};

/** Is the page at `path`, or below it? Compares as written: an address that cannot be decoded is compared too. */
export const isAt = (path: string, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

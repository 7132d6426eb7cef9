/** The app's own static files (the demo's corpus and questions), from the folder the app is served from. */
import { HopscopeError } from '../domain/outcome';
import { appBase } from './files';

/** A file of `public/`, by its path there. Throws `not-found` (a broken deployment) or `internal` (no network). */
export const appFile = async (path: string): Promise<Blob> => {
  let response: Response;
  try {
    response = await fetch(new URL(path, appBase()));
  } catch (cause) {
    throw new HopscopeError(
      'internal',
      `The app’s own file ${path} could not be loaded: the network is down and the file is not kept on this device yet. Try again when the network is back.`,
      { cause, retryable: true },
    );
  }
  if (!response.ok) {
    throw new HopscopeError(
      'not-found',
      `The app’s own file ${path} is missing on this host (HTTP ${response.status}): deploy the whole built folder.`,
    );
  }
  return response.blob();
};

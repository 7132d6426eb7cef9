/** The workspace store of this page (metadata, and reads that are small); heavy reading belongs to the workers. */
import type { Outcome } from '../../domain/outcome';
import type { WorkspaceStore } from '../../domain/store';
import { attempt } from '../../seam/outcome';

/** Opened on first use, in a chunk of its own: the first paint does not wait for it. */
const storage = () => import('../../workspace/open-store');

/** Store calls as outcomes: screens show the failure, nothing throws through them. */
export const stored = <T>(act: (store: WorkspaceStore) => Promise<T>): Promise<Outcome<T>> =>
  attempt(async () => act(await (await storage()).openStore()));

/** The writer lock of a workspace; `onWriter` when another tab has let go of it. */
export const openForWriting = async (workspace: string, onWriter: () => void) =>
  (await storage()).openForWriting(workspace, onWriter);

/** Asks the browser to keep this site's data when the disk runs low. */
export const requestPersistence = (): Promise<Outcome<boolean>> =>
  attempt(async () => (await storage()).requestPersistence());

/** A setting of this browser, of unknown age; undefined: it was never set. */
export const readSetting = async (key: string): Promise<unknown> =>
  (await (await storage()).openSettings()).get(key);

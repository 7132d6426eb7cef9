/** Contract of the transfer worker: a workspace out to one file, and in from one. */
import type { Outcome } from './outcome';
import type { JobId, OnProgress } from './progress';
import type { ExportedWorkspace, FileJudge, ImportedWorkspace } from './workspace-file';

export interface TransferContract {
  /** Reads only; a workspace that is open for writing elsewhere can be exported. */
  exportWorkspace(
    request: { workspace: string; judge: FileJudge | null; judges: FileJudge[] },
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<ExportedWorkspace>>;
  /**
   * Always a new workspace, under a name that no other has. Fails with `bad-input` (no workspace file, or one that is made
   * to do harm), `newer-version`, `damaged` (nothing could be kept), `quota`, `cancelled`; nothing is left behind then.
   */
  importWorkspace(file: Blob, job: JobId, onProgress: OnProgress): Promise<Outcome<ImportedWorkspace>>;
  cancel(job: JobId): Promise<void>;
}

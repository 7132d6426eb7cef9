/** What a drop or a paste holds, as files with their paths. */
import type { SourceFile } from '../../domain/seam';

/** Files that systems leave in folders and nobody means to import. */
const JUNK = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX(\/|$)|\.git(\/|$)|~\$[^/]*)/;

const entries = (directory: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => directory.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

export interface Dropped {
  files: SourceFile[];
  /** Paths that the system did not let the page open. */
  unreadable: string[];
}

const walk = async (entry: FileSystemEntry, prefix: string, out: Dropped): Promise<void> => {
  const path = `${prefix}${entry.name}`;
  if (JUNK.test(path)) return;
  try {
    if (entry.isFile) {
      out.files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A directory reader hands out at most 100 entries a call, and an empty list at the end.
    for (let batch = await entries(reader); batch.length > 0; batch = await entries(reader)) {
      for (const child of batch) await walk(child, `${path}/`, out);
    }
  } catch {
    // Why is not told to a page; that, and which, is shown.
    out.unreadable.push(path);
  }
};

/** All files of a drop, folders walked to the bottom. Entries must be taken before the first await. */
export const filesOf = async (transfer: DataTransfer): Promise<Dropped> => {
  const found = [...transfer.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const out: Dropped = { files: [], unreadable: [] };
  for (const { entry, file } of found) {
    if (entry !== null) await walk(entry, '', out);
    else if (file !== null) out.files.push({ path: file.name, file });
  }
  return out;
};

/** Saves text as a file of the user's. */
export const download = (name: string, content: string | Blob, mime = 'text/plain'): void => {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${mime};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The click only starts the download; the blob must outlive it.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
};

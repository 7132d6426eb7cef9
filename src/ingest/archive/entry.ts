/** A file in an archive, as its directory lists it. */
export interface ArchiveEntry {
  /** Place in the archive's directory. */
  index: number;
  path: string;
  /** Bytes when unpacked, as the archive says. */
  size: number;
  /** Bytes in the archive. */
  packed: number;
  /** Why it is not read; null: it can be. */
  refused: string | null;
}

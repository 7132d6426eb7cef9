import type { WorkspaceStore } from '../domain/store';
import { CorpusSession } from './corpus-session';
import { CorpusView } from './corpus-view';

export interface OpenCorpus {
  session: CorpusSession;
  view: CorpusView;
}

interface Entry {
  corpus: Promise<OpenCorpus>;
  /** Works that must find the same session when they come back to it. */
  holds: number;
}

/** The one that the page looks at and the one that a run searches; each has its texts, indexes and vectors in memory. */
const KEPT = 2;

/**
 * The corpora in this worker, by workspace. Who asks names the workspace and gets that one: it is opened when it is not
 * here, and the one not asked for longest is let go. So nobody depends on what somebody else has opened last.
 */
export class OpenCorpora {
  readonly #openStore: () => Promise<WorkspaceStore>;
  /** Last in the map is the most recently used. */
  readonly #entries = new Map<string, Entry>();

  constructor(openStore: () => Promise<WorkspaceStore>) {
    this.#openStore = openStore;
  }

  has(workspace: string): boolean {
    return this.#entries.has(workspace);
  }

  /** @throws HopscopeError `not-found` when there is no such workspace, or it has no corpus yet */
  get(workspace: string): Promise<OpenCorpus> {
    return this.#entry(workspace).corpus;
  }

  /** As `get`, and sure that it is what the workspace holds now: it may have been imported or cut anew meanwhile. */
  async current(workspace: string): Promise<OpenCorpus> {
    for (;;) {
      const entry = this.#entry(workspace);
      const corpus = await entry.corpus;
      try {
        if (await corpus.session.isCurrent()) return corpus;
      } catch (thrown) {
        this.#forget(workspace, entry);
        throw thrown;
      }
      // Another caller may have found out before: what it opens since is not thrown away.
      this.#forget(workspace, entry);
    }
  }

  /** Keeps the corpus here while `work` goes on, also when others are asked for more recently. */
  async during<T>(workspace: string, work: (corpus: OpenCorpus) => Promise<T>): Promise<T> {
    const entry = this.#entry(workspace);
    entry.holds++;
    try {
      return await work(await entry.corpus);
    } finally {
      entry.holds--;
      this.#letGo();
    }
  }

  #entry(workspace: string): Entry {
    const entry = this.#entries.get(workspace) ?? this.#open(workspace);
    this.#entries.delete(workspace);
    this.#entries.set(workspace, entry);
    this.#letGo();
    return entry;
  }

  #open(workspace: string): Entry {
    const open = async (): Promise<OpenCorpus> => {
      const session = await CorpusSession.open(await this.#openStore(), workspace);
      return { session, view: new CorpusView(session) };
    };
    const entry: Entry = { corpus: open(), holds: 0 };
    entry.corpus.catch(() => this.#forget(workspace, entry));
    return entry;
  }

  #forget(workspace: string, entry: Entry): void {
    if (this.#entries.get(workspace) === entry) this.#entries.delete(workspace);
  }

  #letGo(): void {
    const newest = [...this.#entries.keys()].at(-1);
    for (const [workspace, { holds }] of this.#entries) {
      if (this.#entries.size <= KEPT) return;
      if (holds === 0 && workspace !== newest) this.#entries.delete(workspace);
    }
  }
}

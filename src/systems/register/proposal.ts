/** What a model wants changed in the register, read from whatever JSON it wrote. Nothing is judged here. */

export interface Change {
  id: string;
  /** As written; the rules decide whether it is one. */
  status?: string;
  note?: string;
  /** Chunk ids to be added. */
  support?: string[];
  reason?: string;
  /** It wants the item gone. */
  remove?: true;
}

export interface Proposal {
  changes: Change[];
}

/** Most requirements of a question: far more than the hops of any question set, few enough to be shown whole. */
export const MAX_ITEMS = 12;
/** Most changes that are looked at, and characters that are kept of a note, a reason or a requirement. */
const MAX_CHANGES = 100;
const MAX_TEXT = 400;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One line, cut where it is too long (never within a character). */
const line = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text.length <= MAX_TEXT ? text : `${[...text.slice(0, MAX_TEXT)].slice(0, -1).join('')}…`;
};

/** An id is an id, whatever its length: a cut one would be another's. */
const exactly = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;

const first = (fields: Fields, ...names: string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);

const ids = (value: unknown): string[] | undefined => {
  if (value === undefined) return undefined;
  const given = (Array.isArray(value) ? value : [value]).flatMap((id) => exactly(id) ?? []);
  return [...new Set(given.filter((id) => id !== ''))];
};

const REMOVED = /^(?:deleted?|removed?|dropped?)$/i;

const changeOf = (fields: Fields): Change | null => {
  const id = exactly(first(fields, 'id', 'item', 'requirement_id'));
  if (id === undefined || id === '') return null;
  const status = line(first(fields, 'status', 'state'))?.toLowerCase();
  const note = line(first(fields, 'note', 'answer', 'evidence'));
  const support = ids(first(fields, 'support', 'chunk_ids', 'chunks', 'supporting_chunks'));
  const reason = line(first(fields, 'reason', 'why'));
  const remove = fields.remove === true || fields.delete === true || REMOVED.test(status ?? '');
  return {
    id,
    ...(status === undefined || remove ? {} : { status }),
    ...(note === undefined ? {} : { note }),
    ...(support === undefined ? {} : { support }),
    ...(reason === undefined ? {} : { reason }),
    ...(remove ? { remove: true as const } : {}),
  };
};

/** The list that a reply means: the value itself, or under the first of these names. */
const listIn = (value: unknown, ...names: string[]): unknown[] | null => {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return null;
  const found = first(value, ...names);
  return Array.isArray(found) ? found : null;
};

/** `{"updates": [...]}`, a bare list, or one change; an empty list changes nothing. Null: no proposal at all. */
export const readProposal = (value: unknown): Proposal | null => {
  const removed = isFields(value) ? (ids(first(value, 'remove', 'delete', 'removed', 'deleted')) ?? []) : [];
  const list =
    listIn(value, 'updates', 'items', 'requirements', 'register', 'changes') ??
    (isFields(value) && changeOf(value) !== null ? [value] : removed.length > 0 ? [] : null);
  if (list === null) return null;
  const changes = list.flatMap((entry) => (isFields(entry) ? (changeOf(entry) ?? []) : []));
  if (list.length > 0 && changes.length === 0) return null;
  return {
    changes: [...changes, ...removed.map((id) => ({ id, remove: true as const }))].slice(0, MAX_CHANGES),
  };
};

const NO_TEXTS: ReadonlySet<string> = new Set();

/**
 * The first requirements: `{"requirements": [...]}` or a bare list, of texts or of objects with one. Null: none.
 * `not`: texts that are none, whatever they say.
 */
export const readRequirements = (
  value: unknown,
  not: ReadonlySet<string> = NO_TEXTS,
): { id: string; text: string }[] | null => {
  const list = listIn(value, 'requirements', 'items', 'register');
  const texts = (list ?? []).flatMap((entry) => {
    const text = line(isFields(entry) ? first(entry, 'text', 'requirement', 'question') : entry);
    return text === undefined || !/[\p{L}\p{N}]/u.test(text) || not.has(text) ? [] : [text];
  });
  const items = [...new Set(texts)].slice(0, MAX_ITEMS).map((text, at) => ({ id: `r${at + 1}`, text }));
  return items.length === 0 ? null : items;
};

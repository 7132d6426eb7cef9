/** The requirement register in words: statuses, what changed, what telling it cost. */
import type { Requirement } from '../../domain/trace';
import { count, percent, plural } from '../format';
import { type TermText, term } from './term';

export const REGISTER_STATUS: Record<Requirement['status'], TermText> = {
  pending: term('register-pending', 'pending', '·', 'neutral', 'A fact that is to be looked for later.'),
  active: term(
    'register-active',
    'active',
    '▸',
    'drift',
    'The fact that is looked for now; at most one item is active.',
  ),
  resolved: term(
    'register-resolved',
    'resolved',
    '●',
    'present',
    'The system takes the fact as found, and names the chunks that state it.',
  ),
  retired: term(
    'register-retired',
    'retired',
    '–',
    'gaveup',
    'Not needed any more, for a reason that is given.',
  ),
};

export const PREMATURE: TermText = term(
  'premature-resolution',
  'resolved without gold evidence',
  '✗',
  'extraction',
  'The item stands resolved, and none of its supporting chunks belongs to a gold passage.',
);

const quoted = (text: string): string => `“${text}”`;

/** What an update made of an item, in words; `before` null: it is new. */
export const changesOf = (before: Requirement | null, after: Requirement): string[] => {
  if (before === null) return [`new, ${REGISTER_STATUS[after.status].label}`];
  const added = after.support.filter((chunk) => !before.support.includes(chunk)).length;
  return [
    ...(before.status === after.status
      ? []
      : [`${REGISTER_STATUS[before.status].label} → ${REGISTER_STATUS[after.status].label}`]),
    ...(before.text === after.text ? [] : ['new words']),
    ...(before.note === after.note ? [] : [`note ${quoted(after.note)}`]),
    ...(before.reason === after.reason ? [] : [`because ${quoted(after.reason)}`]),
    ...(added === 0 ? [] : [`${plural(added, 'chunk')} of support added`]),
  ];
};

export const REGISTER = {
  title: 'Requirement register',
  state: (open: number, all: number): string =>
    open === 0 ? `all ${plural(all, 'item')} closed` : `${open} of ${plural(all, 'item')} open`,
  nothingChanged: 'nothing changed',
  violation: (item: string | null, message: string): string =>
    item === null ? `Not applied: ${message}` : `Not applied to ${item}: ${message}`,
  told: ({ delta, full }: { delta: number; full: number }): string =>
    `${plural(delta, 'token')} told of ${count(full)} for the whole register`,
  whole: (n: number): string => `The whole register after this update (${plural(n, 'item')})`,
  at: (at: number, of: number): string => `As it stood after step ${at} of ${of}.`,
  end: 'As the run left it.',
  notYet: 'There is no register yet at this step.',
  running:
    'The run is still going on. A question is stored when it is finished, so this is the whole of this one; others follow as they end.',
  support: 'support',
  noSupport: 'no support',
  gold: 'gold',
  saving: ({
    updates,
    delta,
    full,
    saved,
  }: {
    updates: number;
    delta: number;
    full: number;
    saved: number | null;
  }): string =>
    saved === null
      ? 'The model was told nothing of the register.'
      : `Over ${plural(updates, 'update')} the model was told ${plural(delta, 'token')} of changes; the whole register each time would have been ${count(full)}: ${saved > 0 ? `${percent(saved, 0)} saved` : 'nothing saved'}.`,
  replayed: 'This run tells the whole register each time, as an experiment, so nothing is saved.',
  fixed: 'This run never updates its register, as an experiment.',
};

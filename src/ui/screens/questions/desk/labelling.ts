import { createEffect, createMemo, createSignal, on } from 'solid-js';
import type { Failure } from '../../../../domain/outcome';
import type { Question } from '../../../../domain/question';
import { toast, toastUndo } from '../../../components/toast';
import { markGold, revertGold, unmarkGold } from '../../../state/labels';
import { changeQuestion } from '../../../state/questions';
import { readOnly } from '../../../state/session';
import { lostGolds, markInPlaceOf } from '../../search/mark-gold';
import { askedOf, createMappings, createSuggestions, createWords, type Suggested } from './data';
import { markOf } from './marks';
import { type List, nextOpen, type Place, placeIn, progressOf } from './places';
import { missingAnswers, queryOf } from './suggest';

export interface DeskView {
  readonly at: string | null;
  /** 0: none was chosen. */
  readonly hop: number;
  /** Null: the sub-question is searched. */
  readonly ask: string | null;
  readonly list: List;
  readonly nojudge: boolean;
}

export interface DeskProps {
  questions: readonly Question[];
  view: DeskView;
  set: (change: Partial<DeskView>, options?: { replace?: boolean }) => void;
  onEdit: (question: string) => void;
}

/** The place in hand, what may be its gold, and the marks that are made: each is stored at once, one after another. */
export function createLabelling(props: DeskProps) {
  const progress = createMemo(() => progressOf(props.questions));
  const question = createMemo((): Question | null => {
    const own = props.questions.find(({ id }) => id === props.view.at);
    if (own !== undefined) return own;
    const first = nextOpen(props.questions, null)?.question;
    return props.questions.find(({ id }) => id === first) ?? props.questions[0] ?? null;
  });
  const place = createMemo(
    (): Place | null => {
      const current = question();
      return current === null ? null : placeIn(current, props.view.hop === 0 ? null : props.view.hop);
    },
    null,
    { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  // A question keeps the hop in hand when that hop gets its gold: where one stands is part of the address.
  createEffect(() => {
    const here = place();
    if (here !== null && (here.question !== props.view.at || (here.hop ?? 0) !== props.view.hop))
      props.set({ at: here.question, hop: here.hop ?? 0 }, { replace: true });
  });
  const hop = () => question()?.hops.find(({ id }) => id === place()?.hop);
  const own = () => {
    const current = question();
    return current === null ? '' : queryOf(current, hop());
  };
  const query = () => (question()?.answerable === true ? (props.view.ask ?? own()) : null);
  const suggestions = createSuggestions(query);
  const mappings = createMappings(() => question()?.id ?? null);
  const asked = () => {
    const [current, here] = [question(), place()];
    return current === null || here === null ? null : askedOf(current, here);
  };
  const words = createWords(asked, suggestions.list, () => !props.view.nojudge);
  const answers = () => (hop() === undefined ? question()?.answers : hop()?.answers) ?? [];

  const [busy, setBusy] = createSignal(0);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const change = async (id: string, edit: (now: Question) => Question): Promise<boolean> => {
    setBusy((n) => n + 1);
    const outcome = await changeQuestion(id, edit);
    setBusy((n) => n - 1);
    setFailure(outcome.ok ? null : outcome.error);
    return outcome.ok;
  };
  const unmark = async (of: number | null, golds: readonly string[]): Promise<void> => {
    const before = question();
    if (before === null || readOnly()) return;
    const edit = (now: Question): Question => golds.reduce((next, gold) => unmarkGold(next, of, gold), now);
    const after = edit(before);
    if (!(await change(before.id, edit))) return;
    toastUndo(
      'No longer gold',
      () => {},
      () =>
        void change(before.id, (now) => revertGold(now, before, after)).then(
          (saved) => saved && toast('Taken back'),
        ),
    );
  };
  const toggle = (suggestion: Suggested): void => {
    const [current, here] = [question(), place()];
    if (current === null || here === null || readOnly() || !current.answerable) return;
    const { passage } = suggestion;
    const mark = markOf(current, here.hop, mappings.value(), passage);
    if (mark?.itself === true) {
      void unmark(here.hop, mark.golds);
      return;
    }
    const lost = here.hop === null ? [] : lostGolds(current, here.hop, mappings.value());
    void change(current.id, (now) =>
      lost.length === 0 ? markGold(now, here.hop, passage) : markInPlaceOf(now, here.hop, passage, lost),
    );
  };

  const go = (to: Place | null): void => {
    if (to !== null) props.set({ at: to.question, hop: to.hop ?? 0, ask: null });
  };
  const [read, setRead] = createSignal<ReadonlySet<string>>(new Set());
  const flip = (chunk: string): void => {
    setRead((all) => {
      const next = new Set(all);
      if (!next.delete(chunk)) next.add(chunk);
      return next;
    });
  };
  // Of another place, other passages are read.
  createEffect(on(place, () => setRead(new Set<string>()), { defer: true }));
  const placeName = (): string => (place()?.hop == null ? 'the question' : `hop ${place()?.hop}`);
  const lacking = (): number[] => {
    const current = question();
    return current === null ? [] : missingAnswers(current, hop());
  };
  return {
    progress,
    question,
    place,
    placeName,
    query,
    /** Hops whose answer the place in hand needs and nobody has given. */
    lacking,
    answers,
    suggestions,
    mappings,
    words,
    saving: (): boolean => busy() > 0,
    failure,
    unmark,
    toggle,
    go,
    read,
    flip,
  };
}

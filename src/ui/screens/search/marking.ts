import { createSignal } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { Question } from '../../../domain/question';
import { toast, toastUndo } from '../../components/toast';
import { revertGold } from '../../state/labels';
import { changeQuestion } from '../../state/questions';

/** Saves a changed label at once and offers to take it back. */
export function createMarking(question: () => Question | null) {
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const put = async (id: string, edit: (question: Question) => Question): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    const outcome = await changeQuestion(id, edit);
    setBusy(false);
    if (!outcome.ok) setFailure(outcome.error);
    return outcome.ok;
  };
  const change = async (edit: (question: Question) => Question, said: string): Promise<void> => {
    const before = question();
    if (before === null || busy()) return;
    if (!(await put(before.id, edit))) return;
    const after = edit(before);
    toastUndo(
      said,
      () => {},
      () =>
        void put(before.id, (now) => revertGold(now, before, after)).then(
          (saved) => saved && toast('Taken back'),
        ),
    );
  };
  return { busy, failure, change };
}

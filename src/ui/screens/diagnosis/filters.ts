import type { Fix } from '../../../domain/diagnosis';
import { plural } from '../../format';
import { CATEGORY, CELL, CERTIFICATE, VERDICT } from '../../messages';
import type { FilterChip } from './question-table';
import { missedLabel } from './rows';
import type { DiagnosisView } from './view';

const GAP_NAMES = {
  'corpus-gap': 'some hop: corpus gap',
  'ranking-gap': 'some hop: ranking gap',
  'not-checked': 'some hop: gap not checked',
  'no-answer': 'some hop: gap cannot be checked',
  inconclusive: 'some hop: gap inconclusive',
} as const;

const ANSWER_NAMES = {
  right: 'right answer',
  wrong: 'wrong answer',
  unanswered: 'no judged answer',
} as const;

/** What restricts the list now, each with the way to take it off. */
export function activeFilters(
  view: DiagnosisView,
  fix: Fix | null,
  set: (change: Partial<DiagnosisView>) => void,
): FilterChip[] {
  const chips: FilterChip[] = [];
  for (const verdict of view.verdict) {
    chips.push({
      sign: VERDICT[verdict].sign,
      label: VERDICT[verdict].label,
      clear: () => set({ verdict: view.verdict.filter((other) => other !== verdict) }),
    });
  }
  for (const key of view.certificate) {
    chips.push({
      label: `certificate ${CERTIFICATE[key].label}`,
      clear: () => set({ certificate: view.certificate.filter((other) => other !== key) }),
    });
  }
  if (view.missed > 0) {
    chips.push({ label: missedLabel(view.missed, view.criterion), clear: () => set({ missed: 0 }) });
  }
  if (view.cell.length > 0) {
    const names = view.cell.map((cell) => CELL[cell].label).join(' or ');
    chips.push({
      ...(view.cell.length === 1 ? { sign: CELL[view.cell[0] ?? 'fact-present'].sign } : {}),
      label: `${view.depth > 0 ? `hop ${view.depth}` : 'some hop'}: ${names} (${view.criterion})`,
      clear: () => set({ cell: [], depth: 0 }),
    });
  }
  if (view.flags >= 0) {
    chips.push({
      label: `${plural(view.flags, 'hop')} without the fact`,
      clear: () => set({ flags: -1 }),
    });
  }
  if (view.bin >= 0) {
    chips.push({
      label: `some hop judged ${view.bin * 10} – ${view.bin * 10 + 10}%`,
      clear: () => set({ bin: -1 }),
    });
  }
  if (view.gap !== '') {
    chips.push({ label: GAP_NAMES[view.gap], clear: () => set({ gap: '' }) });
  }
  if (view.answer !== '') {
    chips.push({ label: ANSWER_NAMES[view.answer], clear: () => set({ answer: '' }) });
  }
  for (const category of view.category) {
    chips.push({
      sign: CATEGORY[category].sign,
      label: `wrong: ${CATEGORY[category].label}`,
      clear: () => set({ category: view.category.filter((other) => other !== category) }),
    });
  }
  if (fix !== null) chips.push({ label: `fix: ${fix.title}`, clear: () => set({ fix: null }) });
  if (view.hops > 0) {
    chips.push({ label: view.hops === 1 ? '1 hop' : `${view.hops} hops`, clear: () => set({ hops: 0 }) });
  }
  if (view.type !== null) chips.push({ label: `type ${view.type}`, clear: () => set({ type: null }) });
  if (view.q !== '') chips.push({ label: `“${view.q}”`, clear: () => set({ q: '' }) });
  return chips;
}

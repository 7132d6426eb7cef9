import type { Criterion } from '../../domain/diagnosis';
import { CRITERION } from '../messages';
import { Segmented } from './segmented';

const CHOICES = (['accumulated', 'matched'] as const).map((value) => ({
  value,
  label: CRITERION[value].label,
  title: CRITERION[value].definition,
}));

/** Which of the two readings of "gold retrieved" (05.3) is in view. */
export const CriterionSwitch = (props: { value: Criterion; onChange: (criterion: Criterion) => void }) => (
  <Segmented
    label="When gold counts as retrieved"
    value={props.value}
    choices={CHOICES}
    onChange={props.onChange}
  />
);

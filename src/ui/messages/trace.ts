/** Words around a run's trace: its timeline, its register and its export. */

export const EXPORT_WITHOUT_TEXTS = {
  label: 'Trace without texts',
  title:
    'Without what the model was asked and replied, in which passages of your documents stand; all else is kept.',
};

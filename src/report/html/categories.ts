import { CATEGORIES, type PrematureResolution } from '../../domain/category';
import type { RunDiagnosis } from '../../domain/diagnosis';
import { html, type Markup } from './escape';
import { clip, LENGTHS, LIMITS } from './limits';
import { scroll } from './scroll';
import { CATEGORY_TERMS, chip } from './terms';

const wordOf = ({ score }: PrematureResolution): string =>
  score === null
    ? 'not scored by a classifier'
    : `the classifier ${score.present ? 'finds the fact stated' : 'does not find the fact stated'} (${score.probability.toFixed(2)})`;

const prematureList = (premature: NonNullable<RunDiagnosis['categories']>['premature']): Markup | null => {
  const all = premature.flatMap(({ question, resolutions }) =>
    resolutions.map((resolution) => ({ question, resolution })),
  );
  if (all.length === 0) return null;
  const more =
    all.length > LIMITS.premature
      ? html`<li class="dim">and ${all.length - LIMITS.premature} more, in questions.jsonl</li>`
      : null;
  return html`<details><summary class="small">${all.length} requirement${all.length === 1 ? '' : 's'} resolved without gold evidence, whatever became of the answer</summary><ul class="small">${all
    .slice(0, LIMITS.premature)
    .map(
      ({ question, resolution }) =>
        html`<li dir="auto"><code>${clip(question, LENGTHS.name)}</code> ${clip(resolution.text, LENGTHS.query)}; support <code>${clip(resolution.support.join(' '), LENGTHS.query)}</code>; ${wordOf(resolution)}</li>`,
    )}${more}</ul></details>`;
};

/** Why answers are wrong, in both readings (05.4); null for a run without judged answers. */
export const categoryPanel = ({ categories }: RunDiagnosis): Markup | null => {
  if (categories === null) return null;
  const { counts, n, forced, register } = categories;
  const rows = CATEGORIES.filter(
    (category) => counts.paper[category] > 0 || counts['register-blind'][category] > 0,
  ).map(
    (category) =>
      html`<tr><th scope="row">${chip(CATEGORY_TERMS[category])} <span class="dim small">${CATEGORY_TERMS[category].meaning}</span></th><td class="r">${counts.paper[category]}</td>${register ? html`<td class="r">${counts['register-blind'][category]}</td>` : null}</tr>`,
  );
  const note = register
    ? 'Register-blind leaves the false-resolution clause out, which only systems with a register have: with it, missing evidence falls partly by definition.'
    : 'This system has no register, so both readings are the same.';
  return html`<div class="panel"><h3>Why answers are wrong</h3>${scroll('Causes', html`<table class="num"><caption class="small">Each of ${n} wrong answers once, by the first cause that holds; ${forced} of those given up were forced by a budget. ${note}</caption><thead><tr><th scope="col">Cause</th><th scope="col" class="r">As in the paper</th>${register ? html`<th scope="col" class="r">Register-blind</th>` : null}</tr></thead><tbody>${rows}</tbody></table>`)}${prematureList(categories.premature)}</div>`;
};

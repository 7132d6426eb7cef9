import { html, type Markup } from './escape';

/** What may be wider than the page scrolls by itself, with the keyboard too. */
export const scroll = (name: string, content: Markup): Markup =>
  html`<div class="wide" tabindex="0" role="group" aria-label="${name}">${content}</div>`;

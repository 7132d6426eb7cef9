import { createSignal, onCleanup, Show } from 'solid-js';

/**
 * One tooltip for the whole page, in the top layer (popover), so that no scroll box clips it and 100,000 chips
 * cost nothing. It can be dismissed with Escape, hovered, and stays while its owner has focus (WCAG 1.4.13).
 */
export const TIP_ID = 'hopscope-tip';
const [shown, setShown] = createSignal<{ text: string; owner: HTMLElement } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

const later = (ms: number, act: () => void): void => {
  clearTimeout(timer);
  timer = setTimeout(act, ms);
};
const show = (owner: HTMLElement, text: string, delay: number): void =>
  later(delay, () => owner.isConnected && setShown({ text, owner }));
const hide = (delay: number): void => later(delay, () => setShown(null));

/** Spread onto the element that the tooltip explains; the element must be focusable. */
export const tipHandlers = (text: () => string) => ({
  onMouseEnter: (event: MouseEvent & { currentTarget: HTMLElement }) =>
    show(event.currentTarget, text(), 250),
  onMouseLeave: () => hide(120),
  onFocus: (event: FocusEvent & { currentTarget: HTMLElement }) => show(event.currentTarget, text(), 0),
  onBlur: () => hide(0),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown() !== null) {
      event.stopPropagation();
      hide(0);
    }
  },
});

const place = (tip: HTMLElement, owner: HTMLElement): void => {
  tip.showPopover();
  const anchor = owner.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = anchor.bottom + 6 + height <= innerHeight;
  tip.style.top = `${Math.max(4, below ? anchor.bottom + 6 : anchor.top - 6 - height)}px`;
  tip.style.left = `${Math.min(Math.max(8, anchor.left), Math.max(8, innerWidth - width - 8))}px`;
};

/** The owner of a tooltip may be scrolled away or replaced without a mouse or focus event of its own. */
const watch = (owner: HTMLElement): void => {
  const away = (): void => hide(0);
  const timer = setInterval(() => owner.isConnected || away(), 300);
  addEventListener('scroll', away, { capture: true, passive: true });
  onCleanup(() => {
    clearInterval(timer);
    removeEventListener('scroll', away, { capture: true });
  });
};

/** Mounted once by the shell. */
export const TipHost = () => (
  <Show when={shown()} keyed>
    {(tip) => {
      watch(tip.owner);
      return (
        <div
          id={TIP_ID}
          class="tip"
          role="tooltip"
          popover="manual"
          ref={(element) => queueMicrotask(() => element.isConnected && place(element, tip.owner))}
          onMouseEnter={() => clearTimeout(timer)}
          onMouseLeave={() => hide(120)}
        >
          {tip.text}
        </div>
      );
    }}
  </Show>
);

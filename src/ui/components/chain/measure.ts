import { createSignal, onCleanup } from 'solid-js';
import type { ChainEnd } from './layout';
import type { Box } from './routes';

/** Keeps the boxes of the cards, relative to the chain, and the chain's own width, as the layout moves them. */
export function createMeasure() {
  const [boxes, setBoxes] = createSignal<Map<ChainEnd, Box>>(new Map(), { equals: false });
  const [width, setWidth] = createSignal(0);
  const cards = new Map<ChainEnd, HTMLElement>();
  let root: HTMLElement | undefined;
  let frame = 0;
  const measure = (): void => {
    frame = 0;
    if (root === undefined) return;
    const origin = root.getBoundingClientRect();
    setWidth(origin.width);
    const next = new Map<ChainEnd, Box>();
    for (const [end, card] of cards) {
      const box = card.getBoundingClientRect();
      next.set(end, {
        left: Math.round(box.left - origin.left),
        top: Math.round(box.top - origin.top),
        width: Math.round(box.width),
        height: Math.round(box.height),
      });
    }
    setBoxes(next);
  };
  const later = (): void => {
    if (frame === 0) frame = requestAnimationFrame(measure);
  };
  const observer = new ResizeObserver(later);
  onCleanup(() => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  });
  return {
    boxes,
    width,
    root: (element: HTMLElement): void => {
      root = element;
      observer.observe(element);
    },
    card: (end: ChainEnd, element: HTMLElement): void => {
      cards.set(end, element);
      observer.observe(element);
      later();
      onCleanup(() => {
        if (cards.get(end) === element) cards.delete(end);
        observer.unobserve(element);
      });
    },
  };
}

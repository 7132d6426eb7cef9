// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot position its rows, which virtualisation needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; its arrow keys move the selection
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid's key handler selects and opens rows
import { createVirtualizer } from '@tanstack/solid-virtual';
import { createEffect, For, type JSX, Show } from 'solid-js';

export interface Column<T> {
  id: string;
  head: JSX.Element;
  /** A CSS grid track: `minmax(12em, 1fr)`, `5em`… */
  width: string;
  cell: (row: T) => JSX.Element;
  /** Numbers sit at the right. */
  right?: boolean;
}

/**
 * A table of any length: only rows in view exist. Rows come by index, so that a caller may page them in
 * (`undefined`: not loaded yet). Up, Down, Home, End move the selection; Enter opens.
 */
export const VirtualTable = <T,>(props: {
  label: string;
  count: number;
  row: (index: number) => T | undefined;
  columns: Column<T>[];
  /** Row height in px. */
  height?: number;
  /** Height of the box, a CSS length. */
  maxHeight?: string;
  /** The table scrolls sideways below this width. */
  minWidth?: string;
  selected?: number | null;
  onSelect?: (index: number, row: T) => void;
  onOpen?: (index: number, row: T) => void;
  /** A click opens at once; otherwise it selects. */
  clickOpens?: boolean;
  /** First and last index in view, for paging. */
  onRange?: (first: number, last: number) => void;
}) => {
  let box!: HTMLDivElement;
  const height = () => props.height ?? 34;
  const virtual = createVirtualizer<HTMLDivElement, HTMLDivElement>({
    get count() {
      return props.count;
    },
    getScrollElement: () => box,
    estimateSize: () => height(),
    overscan: 8,
    scrollPaddingStart: 32,
  });
  createEffect(() => {
    const items = virtual.getVirtualItems();
    const first = items[0];
    const last = items.at(-1);
    if (first !== undefined && last !== undefined) props.onRange?.(first.index, last.index);
  });
  createEffect(() => {
    const at = props.selected;
    if (at !== null && at !== undefined && at >= 0 && at < props.count) virtual.scrollToIndex(at);
  });
  const tracks = () => props.columns.map((column) => column.width).join(' ');
  const live = () => props.onSelect !== undefined || props.onOpen !== undefined;
  const select = (index: number, open: boolean): void => {
    const row = props.row(index);
    if (row === undefined) return;
    if (open || props.onSelect === undefined) props.onOpen?.(index, row);
    else props.onSelect(index, row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || !live() || props.count === 0) return;
    const at = props.selected ?? -1;
    const to: Record<string, number> = {
      ArrowDown: Math.min(props.count - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      PageDown: Math.min(props.count - 1, at + 10),
      PageUp: Math.max(0, at - 10),
      Home: 0,
      End: props.count - 1,
    };
    const target = to[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (props.onSelect !== undefined) select(target, false);
      else virtual.scrollToIndex(target);
    } else if (event.key === 'Enter' && at >= 0) select(at, true);
  };
  return (
    <div
      class="vtable"
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.count + 1}
      tabindex="0"
      ref={box}
      style={{ 'max-height': props.maxHeight ?? '60vh' }}
      onKeyDown={onKeyDown}
    >
      <div
        role="row"
        aria-rowindex={1}
        class="vhead"
        style={{ 'grid-template-columns': tracks(), '--vmin': props.minWidth ?? '0' }}
      >
        <For each={props.columns}>
          {(column) => (
            <span role="columnheader" classList={{ r: column.right === true }}>
              {column.head}
            </span>
          )}
        </For>
      </div>
      <div
        role="presentation"
        class="vbody"
        style={{
          height: `${virtual.getTotalSize()}px`,
          'min-width': props.minWidth ?? '0',
        }}
      >
        <For each={virtual.getVirtualItems()}>
          {(item) => (
            <div
              role="row"
              class="vrow"
              classList={{ active: live() }}
              aria-rowindex={item.index + 2}
              aria-selected={live() ? props.selected === item.index : undefined}
              style={{
                height: `${item.size}px`,
                transform: `translateY(${item.start}px)`,
                'grid-template-columns': tracks(),
              }}
              onClick={(event) => {
                // A link or button inside the row acts for itself.
                if ((event.target as Element).closest('a, button, input, select, label') === null) {
                  select(item.index, props.clickOpens === true);
                }
              }}
            >
              <Show
                when={props.row(item.index)}
                fallback={
                  <span role="gridcell" class="faint">
                    …
                  </span>
                }
              >
                {(row) => (
                  <For each={props.columns}>
                    {(column) => (
                      <span role="gridcell" classList={{ r: column.right === true }}>
                        {column.cell(row())}
                      </span>
                    )}
                  </For>
                )}
              </Show>
            </div>
          )}
        </For>
      </div>
    </div>
  );
};

import { For, Show } from 'solid-js';
import type { Heal } from './healing';
import type { HopView } from './hop-view';
import type { ChainEnd, ChainLayout } from './layout';
import { type Box, cutRoute, type Direction, type Point, pathOf, type Route, routeEdges } from './routes';
import { cutLabel } from './words';

/** How far before a card a cut link ends, and where its sign stands. */
const CUT = { across: 24, down: 24 } as const;

export type LinkLook = 'whole' | 'cut' | 'healed' | 'waiting';

/** A link is cut where the hop that it leads to is broken; the answer's links wait for broken hops. */
export function linkLook(
  route: Pick<Route, 'from' | 'to'>,
  hops: Map<ChainEnd, HopView>,
  heals: Map<number, Heal> | null,
  reached: ReadonlySet<number> | null,
): LinkLook {
  const to = hops.get(route.to);
  if (to === undefined) {
    const from = hops.get(route.from);
    if (from === undefined) return 'whole';
    if (heals?.get(from.id)?.heals) return 'healed';
    return from.cut !== null || reached?.has(from.id) === false ? 'waiting' : 'whole';
  }
  if (heals?.get(to.id)?.heals) return 'healed';
  if (to.cut !== null) return 'cut';
  return reached?.has(to.id) === false ? 'waiting' : 'whole';
}

/** The lines of the chain. What they say is also on the cards, so they are hidden from screen readers. */
export function Links(props: {
  layout: ChainLayout;
  hops: HopView[];
  boxes: Map<ChainEnd, Box>;
  direction: Direction;
  heals: Map<number, Heal> | null;
  reached: ReadonlySet<number> | null;
}) {
  const byEnd = () => new Map<ChainEnd, HopView>(props.hops.map((hop) => [hop.id, hop]));
  const routes = () => routeEdges(props.layout, props.boxes, props.direction);
  /** One label a broken hop, on the link that leads to it most directly. */
  const labelled = (route: Route): boolean => {
    const rivals = routes().filter((other) => other.to === route.to);
    return (rivals.find((other) => !other.passing) ?? rivals[0])?.from === route.from;
  };
  /** Beside the cut; a lane that comes in from the left has room only above its card. */
  const labelAt = (route: Route): Point => {
    const box = props.boxes.get(route.to);
    if (props.direction === 'down' && route.passing && box !== undefined) {
      return { x: box.left - 12, y: box.top - 23 };
    }
    return cutRoute(route.points, CUT[props.direction]).at;
  };
  return (
    <>
      <svg class="chain-lines" aria-hidden="true">
        <defs>
          <For each={['whole', 'healed', 'waiting']}>
            {(look) => (
              <marker
                id={`arrow-${look}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
                markerUnits="userSpaceOnUse"
              >
                <path d="M0 0L8 4L0 8Z" class={`arrow ${look}`} />
              </marker>
            )}
          </For>
        </defs>
        <For each={routes()}>
          {(route) => {
            const look = () => linkLook(route, byEnd(), props.heals, props.reached);
            const cut = () => cutRoute(route.points, CUT[props.direction]);
            return (
              <Show
                when={look() === 'cut'}
                fallback={
                  <path
                    class={`link ${look()}`}
                    d={pathOf(route.points)}
                    marker-end={`url(#arrow-${look()})`}
                  />
                }
              >
                <path class="link cut" d={pathOf(cut().head)} />
                <path class="link lost" d={pathOf(cut().tail)} />
                <g class="cross" transform={`translate(${cut().at.x} ${cut().at.y})`}>
                  <circle r="9" />
                  <path d="M-4 -4L4 4M4 -4L-4 4" />
                </g>
              </Show>
            );
          }}
        </For>
      </svg>
      <For each={routes()}>
        {(route) => {
          const hop = () => byEnd().get(route.to);
          const at = () => labelAt(route);
          return (
            <Show
              when={
                linkLook(route, byEnd(), props.heals, props.reached) === 'cut' && labelled(route) && hop()
              }
            >
              {(view) => (
                <span
                  class={`link-label ${props.direction}`}
                  aria-hidden="true"
                  style={{ left: `${at().x}px`, top: `${at().y}px` }}
                >
                  {cutLabel(view())}
                </span>
              )}
            </Show>
          );
        }}
      </For>
    </>
  );
}

import { assignLanes, type ChainEdge, type ChainEnd, type ChainLayout } from './layout';

/** Pixels, relative to the chain's own box. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export type Direction = 'across' | 'down';

export interface Route extends ChainEdge {
  points: Point[];
  /** It passes by other cards, in a lane of its own. */
  passing: boolean;
}

/** How far below a card's upper edge lines arrive and leave; the middle of its header line. */
export const ANCHOR = 30;
export const LANE = 18;
/** Room between the cards and the first lane above them, where a card may carry its tag. */
export const CLEAR = 16;
const CORNER = 8;

/** Order of the cards when the chain runs downwards. */
export const downOrder = (layout: ChainLayout): ChainEnd[] => ['start', ...layout.layers.flat(), 'end'];

const layerOf = (layout: ChainLayout, end: ChainEnd): number =>
  end === 'start'
    ? -1
    : end === 'end'
      ? layout.layers.length
      : layout.layers.findIndex((ids) => ids.includes(end));

/** Edges that pass by other cards, and the lane in which each does so. */
function passingLanes(layout: ChainLayout, direction: Direction): Map<ChainEdge, number> {
  const order = downOrder(layout);
  const place = (end: ChainEnd): number =>
    direction === 'across' ? layerOf(layout, end) : order.indexOf(end);
  const passing = layout.edges.filter((edge) => place(edge.to) - place(edge.from) > 1);
  const lanes = assignLanes(passing.map((edge) => ({ from: place(edge.from), to: place(edge.to) })));
  return new Map(passing.map((edge, index) => [edge, lanes[index] ?? 0]));
}

/** Number of lanes that the drawing must keep free above (across) or left of (down) the cards. */
export function laneCount(layout: ChainLayout, direction: Direction): number {
  return Math.max(0, ...[...passingLanes(layout, direction).values()].map((lane) => lane + 1));
}

/**
 * Orthogonal lines between measured cards. An edge to the next layer crosses the gap; one that passes other cards
 * runs in a lane above them, or left of them when the chain runs downwards.
 */
export function routeEdges(layout: ChainLayout, boxes: Map<ChainEnd, Box>, direction: Direction): Route[] {
  const lanes = passingLanes(layout, direction);
  const tops = Math.min(...[...boxes.values()].map((box) => box.top));
  const lefts = Math.min(...[...boxes.values()].map((box) => box.left));
  return layout.edges.flatMap((edge) => {
    const from = boxes.get(edge.from);
    const to = boxes.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const lane = lanes.get(edge);
    const points =
      direction === 'across'
        ? across(from, to, lane === undefined ? null : tops - CLEAR - LANE * (lane + 0.4))
        : down(from, to, lane === undefined ? null : lefts - LANE * (lane + 0.8));
    return [{ ...edge, points, passing: lane !== undefined }];
  });
}

const anchorY = (box: Box): number => box.top + Math.min(ANCHOR, box.height / 2);

function across(from: Box, to: Box, lane: number | null): Point[] {
  const a = { x: from.left + from.width, y: anchorY(from) };
  const b = { x: to.left, y: anchorY(to) };
  if (lane === null) {
    if (Math.abs(a.y - b.y) < 1) return [a, b];
    const middle = (a.x + b.x) / 2;
    return [a, { x: middle, y: a.y }, { x: middle, y: b.y }, b];
  }
  const rise = a.x + 14;
  const fall = b.x - 22;
  return [a, { x: rise, y: a.y }, { x: rise, y: lane }, { x: fall, y: lane }, { x: fall, y: b.y }, b];
}

function down(from: Box, to: Box, lane: number | null): Point[] {
  if (lane === null) {
    const x = to.left + 28;
    return [
      { x, y: from.top + from.height },
      { x, y: to.top },
    ];
  }
  const a = { x: from.left, y: anchorY(from) };
  const b = { x: to.left, y: anchorY(to) };
  return [a, { x: lane, y: a.y }, { x: lane, y: b.y }, b];
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** Cuts a line at a distance from its end (at its middle when it is shorter than twice that). */
export function cutRoute(points: Point[], fromEnd: number): { head: Point[]; at: Point; tail: Point[] } {
  const lengths = points.slice(1).map((point, index) => distance(points[index] ?? point, point));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let left = total - Math.min(fromEnd, total / 2);
  for (const [index, length] of lengths.entries()) {
    const a = points[index];
    const b = points[index + 1];
    if (a === undefined || b === undefined) break;
    if (left <= length || index === lengths.length - 1) {
      const share = length === 0 ? 0 : left / length;
      const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      return { head: [...points.slice(0, index + 1), at], at, tail: [at, ...points.slice(index + 1)] };
    }
    left -= length;
  }
  const at = points[points.length - 1] ?? { x: 0, y: 0 };
  return { head: points, at, tail: [at] };
}

/** SVG path through the points, corners rounded. */
export function pathOf(points: Point[]): string {
  const first = points[0];
  if (first === undefined) return '';
  const parts = [`M${first.x} ${first.y}`];
  for (let index = 1; index < points.length; index++) {
    const before = points[index - 1];
    const here = points[index];
    const after = points[index + 1];
    if (before === undefined || here === undefined) continue;
    if (after === undefined) {
      parts.push(`L${here.x} ${here.y}`);
      continue;
    }
    const radius = Math.min(CORNER, distance(before, here) / 2, distance(here, after) / 2);
    const towards = (to: Point): string => {
      const length = distance(here, to) || 1;
      return `${here.x + ((to.x - here.x) * radius) / length} ${here.y + ((to.y - here.y) * radius) / length}`;
    };
    parts.push(`L${towards(before)}`, `Q${here.x} ${here.y} ${towards(after)}`);
  }
  return parts.join('');
}

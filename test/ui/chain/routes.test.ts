import { describe, expect, it } from 'vitest';
import { type ChainEnd, layoutChain } from '../../../src/ui/components/chain/layout';
import {
  type Box,
  cutRoute,
  downOrder,
  laneCount,
  pathOf,
  routeEdges,
} from '../../../src/ui/components/chain/routes';

const line = layoutChain([
  { id: 1, dependsOn: [] },
  { id: 2, dependsOn: [1] },
  { id: 3, dependsOn: [1, 2] },
]);
const comparison = layoutChain([
  { id: 1, dependsOn: [] },
  { id: 2, dependsOn: [] },
]);

describe('lanes', () => {
  it('needs one lane above for the link that passes hop 2', () => {
    expect(laneCount(line, 'across')).toBe(1);
  });
  it('needs none across for a comparison, and two when it runs downwards', () => {
    expect(laneCount(comparison, 'across')).toBe(0);
    // question → hop 2 passes hop 1, and hop 1 → answer passes hop 2.
    expect(laneCount(comparison, 'down')).toBe(2);
  });
  it('runs downwards in the order of the layers', () => {
    expect(downOrder(comparison)).toEqual(['start', 1, 2, 'end']);
  });
});

describe('routeEdges', () => {
  const boxes = new Map<ChainEnd, Box>([
    ['start', { left: 0, top: 0, width: 10, height: 60 }],
    [1, { left: 50, top: 0, width: 100, height: 200 }],
    [2, { left: 200, top: 0, width: 100, height: 240 }],
    [3, { left: 350, top: 0, width: 100, height: 180 }],
    ['end', { left: 500, top: 0, width: 80, height: 60 }],
  ]);
  const routes = routeEdges(line, boxes, 'across');
  const route = (from: ChainEnd, to: ChainEnd) =>
    routes.find((candidate) => candidate.from === from && candidate.to === to);

  it('joins neighbours with a straight line at the height of their headers', () => {
    expect(route(1, 2)?.points).toEqual([
      { x: 150, y: 30 },
      { x: 200, y: 30 },
    ]);
    expect(route(1, 2)?.passing).toBe(false);
  });
  it('leads a passing link above the cards', () => {
    const passing = route(1, 3);
    expect(passing?.passing).toBe(true);
    expect(Math.min(...(passing?.points.map((point) => point.y) ?? []))).toBeLessThan(0);
    expect(passing?.points.at(0)).toEqual({ x: 150, y: 30 });
    expect(passing?.points.at(-1)).toEqual({ x: 350, y: 30 });
  });
  it('leaves out edges to cards that are not measured yet', () => {
    expect(routeEdges(line, new Map([[1, { left: 0, top: 0, width: 1, height: 1 }]]), 'across')).toEqual([]);
  });
});

describe('cutRoute', () => {
  it('cuts at the distance from the end', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    expect(cutRoute(points, 24)).toEqual({
      head: [
        { x: 0, y: 0 },
        { x: 76, y: 0 },
      ],
      at: { x: 76, y: 0 },
      tail: [
        { x: 76, y: 0 },
        { x: 100, y: 0 },
      ],
    });
  });
  it('cuts a short line in its middle', () => {
    expect(
      cutRoute(
        [
          { x: 0, y: 0 },
          { x: 20, y: 0 },
        ],
        24,
      ).at,
    ).toEqual({ x: 10, y: 0 });
  });
  it('finds the right leg of a bent line', () => {
    const bent = [
      { x: 0, y: 0 },
      { x: 0, y: 50 },
      { x: 10, y: 50 },
    ];
    expect(cutRoute(bent, 20).at).toEqual({ x: 0, y: 40 });
  });
});

it('draws a straight path and rounds corners', () => {
  expect(
    pathOf([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ]),
  ).toBe('M0 0L10 0');
  expect(
    pathOf([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 40, y: 40 },
    ]),
  ).toBe('M0 0L32 0Q40 0 40 8L40 40');
});

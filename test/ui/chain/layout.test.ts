import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignLanes, layoutChain } from '../../../src/ui/components/chain/layout';

describe('layoutChain', () => {
  it('puts a chain in one row, from the question to the answer', () => {
    expect(
      layoutChain([
        { id: 1, dependsOn: [] },
        { id: 2, dependsOn: [1] },
        { id: 3, dependsOn: [2] },
      ]),
    ).toEqual({
      layers: [[1], [2], [3]],
      edges: [
        { from: 'start', to: 1 },
        { from: 1, to: 2 },
        { from: 2, to: 3 },
        { from: 3, to: 'end' },
      ],
    });
  });

  it('stacks the two independent hops of a comparison; both lead to the answer', () => {
    expect(
      layoutChain([
        { id: 1, dependsOn: [] },
        { id: 2, dependsOn: [] },
      ]),
    ).toEqual({
      layers: [[1, 2]],
      edges: [
        { from: 'start', to: 1 },
        { from: 'start', to: 2 },
        { from: 1, to: 'end' },
        { from: 2, to: 'end' },
      ],
    });
  });

  it('joins hop 1 and hop 2 in hop 3', () => {
    const { layers, edges } = layoutChain([
      { id: 1, dependsOn: [] },
      { id: 2, dependsOn: [] },
      { id: 3, dependsOn: [1, 2] },
    ]);
    expect(layers).toEqual([[1, 2], [3]]);
    expect(edges).toContainEqual({ from: 1, to: 3 });
    expect(edges).toContainEqual({ from: 2, to: 3 });
    expect(edges.filter((edge) => edge.to === 'end')).toEqual([{ from: 3, to: 'end' }]);
  });

  it('stands a hop behind the longest way to it (bridge-comparison of four hops)', () => {
    const { layers } = layoutChain([
      { id: 1, dependsOn: [] },
      { id: 2, dependsOn: [] },
      { id: 3, dependsOn: [2] },
      { id: 4, dependsOn: [1] },
      { id: 5, dependsOn: [1, 3] },
    ]);
    expect(layers).toEqual([[1, 2], [4, 3], [5]]);
  });

  it('drops dependencies on hops that do not exist and circles, instead of hanging', () => {
    const { layers, edges } = layoutChain([
      { id: 1, dependsOn: [2, 1] },
      { id: 2, dependsOn: [1, 9] },
    ]);
    expect(layers.flat().sort()).toEqual([1, 2]);
    expect(edges).not.toContainEqual({ from: 9, to: 2 });
    expect(edges).not.toContainEqual({ from: 1, to: 1 });
  });

  it('draws every hop once, each after what it needs, for any graph', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        (needs) => {
          const nodes = needs.map((dependsOn, index) => ({ id: index + 1, dependsOn }));
          const { layers, edges } = layoutChain(nodes);
          expect(layers.flat().sort()).toEqual(nodes.map((node) => node.id).sort());
          const layerOf = (id: number): number => layers.findIndex((layer) => layer.includes(id));
          for (const edge of edges) {
            if (typeof edge.from === 'number' && typeof edge.to === 'number') {
              expect(layerOf(edge.from)).toBeLessThan(layerOf(edge.to));
            }
          }
          for (const node of nodes) {
            expect(edges.some((edge) => edge.to === node.id)).toBe(true);
            expect(edges.some((edge) => edge.from === node.id)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('assignLanes', () => {
  it('lays nested spans side by side, the short one inside', () => {
    expect(
      assignLanes([
        { from: 0, to: 5 },
        { from: 1, to: 3 },
      ]),
    ).toEqual([1, 0]);
  });
  it('shares a lane between spans that do not meet', () => {
    expect(
      assignLanes([
        { from: 0, to: 2 },
        { from: 3, to: 5 },
      ]),
    ).toEqual([0, 0]);
  });
});

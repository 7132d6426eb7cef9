/**
 * Where the hops of a question stand: a layered drawing of its dependency graph. Pure, so that it can be tested
 * without a page. `start` is the question itself, `end` the answer that the last hops join in.
 */
export interface ChainNode {
  id: number;
  dependsOn: number[];
}

export type ChainEnd = number | 'start' | 'end';

export interface ChainEdge {
  from: ChainEnd;
  to: ChainEnd;
}

export interface ChainLayout {
  /** Hop ids by layer (longest path from the question), each layer top to bottom. */
  layers: number[][];
  edges: ChainEdge[];
}

/** Dependencies that exist, without repeats and without those that would close a circle (the later one is dropped). */
function acyclic(nodes: ChainNode[]): Map<number, number[]> {
  const ids = new Set(nodes.map((node) => node.id));
  const kept = new Map<number, number[]>();
  const reaches = (from: number, target: number): boolean =>
    from === target || (kept.get(from) ?? []).some((next) => reaches(next, target));
  for (const node of nodes) {
    const own: number[] = [];
    kept.set(node.id, own);
    for (const dependency of new Set(node.dependsOn)) {
      if (ids.has(dependency) && !reaches(dependency, node.id)) own.push(dependency);
    }
  }
  return kept;
}

export function layoutChain(nodes: ChainNode[]): ChainLayout {
  const dependencies = acyclic(nodes);
  const depths = new Map<number, number>();
  const depth = (id: number): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const own = Math.max(-1, ...(dependencies.get(id) ?? []).map(depth)) + 1;
    depths.set(id, own);
    return own;
  };
  const layers: number[][] = [];
  for (const node of nodes) {
    const layer = depth(node.id);
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(node.id);
  }
  // A hop stands beside the hops that it needs, so that lines cross as little as possible.
  const rowOf = new Map<number, number>();
  for (const layer of layers) {
    const mean = (id: number): number => {
      const rows = (dependencies.get(id) ?? []).map((parent) => rowOf.get(parent) ?? 0);
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    layer.sort((a, b) => mean(a) - mean(b) || a - b);
    layer.forEach((id, row) => {
      rowOf.set(id, row);
    });
  }
  const needed = new Set([...dependencies.values()].flat());
  const edges: ChainEdge[] = [];
  for (const node of nodes) {
    const own = dependencies.get(node.id) ?? [];
    if (own.length === 0) edges.push({ from: 'start', to: node.id });
    for (const dependency of own) edges.push({ from: dependency, to: node.id });
  }
  for (const node of nodes) if (!needed.has(node.id)) edges.push({ from: node.id, to: 'end' });
  return { layers, edges };
}

/**
 * Gives each span a lane so that no two spans in a lane overlap; short spans lie inside.
 * `from` < `to`; touching ends count as overlap. Returns one lane number a span, 0 nearest to the cards.
 */
export function assignLanes(spans: { from: number; to: number }[]): number[] {
  const order = spans
    .map((span, index) => ({ ...span, index }))
    .sort((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from);
  const lanes: { from: number; to: number }[][] = [];
  const result: number[] = spans.map(() => 0);
  for (const span of order) {
    let lane = lanes.findIndex((taken) =>
      taken.every((other) => span.to < other.from || span.from > other.to),
    );
    if (lane === -1) lane = lanes.push([]) - 1;
    lanes[lane]?.push(span);
    result[span.index] = lane;
  }
  return result;
}

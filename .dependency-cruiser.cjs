/**
 * The house rules of docs/architecture.md: a document flows one way, and dependencies point the same way.
 * `only(folder, allowed)`: files of `src/<folder>` may import from themselves and the named folders, nothing else of `src`.
 */
const only = (folder, allowed) => ({
  name: `${folder}-imports-only`,
  severity: 'error',
  comment: `src/${folder} may import only ${['itself', ...allowed].join(', ')}`,
  from: { path: `^src/${folder}/` },
  to: { path: '^(src|workers)/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(raw|url|worker)$' },
    },
    {
      name: 'no-dev-dependency-in-app',
      severity: 'error',
      from: { path: '^(src|workers)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/vite/' },
    },
    only('domain', []),
    only('statistics', ['domain']),
    only('diagnosis', ['domain', 'statistics']),
    only('report', ['domain', 'statistics', 'diagnosis']),
    only('seam', ['domain']),
    only('offline', []),
    only('workspace', ['domain', 'seam']),
    only('models', ['domain', 'seam']),
    only('gold', ['domain', 'seam']),
    only('ingest', ['domain', 'seam', 'gold', 'models', 'workspace']),
    only('runs-in', ['domain', 'seam', 'gold', 'ingest', 'workspace', 'models']),
    only('retrieval', ['domain', 'seam', 'models', 'workspace']),
    only('llm', ['domain', 'seam']),
    only('systems', ['domain', 'seam', 'llm', 'retrieval', 'workspace']),
    only('judge', ['domain', 'seam', 'statistics', 'diagnosis', 'models', 'systems', 'workspace']),
    only('lessons', [
      'domain',
      'seam',
      'models',
      'workspace',
      'ingest',
      'retrieval',
      'systems',
      'judge',
      'diagnosis',
    ]),
    only('review', ['domain', 'seam', 'statistics', 'judge', 'diagnosis', 'report', 'workspace']),
    {
      name: 'solid-only-in-ui',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: '^src/(ui/|main\\.tsx$)' },
      to: { path: 'node_modules/(solid-js|@solidjs|@kobalte|@tanstack)/' },
    },
    {
      name: 'workers-are-thin',
      severity: 'error',
      comment: 'a worker file exposes an api and holds nothing of its own; nothing imports it',
      from: { path: '^src/' },
      to: { path: '^workers/' },
    },
    {
      name: 'domain-has-no-io',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(valibot|@noble/hashes)/' },
    },
    {
      name: 'pure-folders-have-no-io',
      severity: 'error',
      from: { path: '^src/(statistics|diagnosis|report)/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(valibot|papaparse|simple-statistics)/' },
    },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
    },
  },
};

/**
 * The floors of src/, held by `npm test`: a folder imports from its own floor and those below, never from above, and
 * an import of types alone counts like any other. See ARCHITECTURE.md for what stands on which floor.
 */
const FLOORS = {
  kernel: 1,
  text: 1,
  catalog: 2,
  index: 2,
  snapshot: 2,
  behaviour: 3,
  ingest: 3,
  query: 4,
  recommend: 4,
  pages: 5,
  api: 6,
  server: 7,
  cli: 8,
};

const folders = Object.keys(FLOORS);

function floorRule(folder) {
  const above = folders.filter(other => FLOORS[other] > FLOORS[folder]);
  return {
    name: `floor-${FLOORS[folder]}-${folder}`,
    severity: 'error',
    comment: `src/${folder} stands on floor ${FLOORS[folder]} and must not know what is built on top of it.`,
    from: { path: `^src/${folder}/` },
    to: { path: `^src/(${above.join('|')})/` },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...folders.filter(folder => FLOORS[folder] < 8).map(floorRule),
    {
      name: 'kernel-knows-no-domain',
      severity: 'error',
      comment: 'The kernel holds structures and codecs without domain words; even its neighbour is off limits.',
      from: { path: '^src/kernel/' },
      to: { path: '^src/text/' },
    },
    {
      name: 'readers-know-no-writer',
      severity: 'error',
      comment: 'What answers queries and what builds snapshots meet in the formats of src/index alone.',
      from: { path: '^src/(query|recommend|pages)/' },
      to: { path: '^src/ingest/' },
    },
    {
      name: 'one-door-to-uws',
      severity: 'error',
      comment: 'The HTTP engine can be the bundled one or one installed by the operator; one file knows which.',
      from: { path: '^src/', pathNot: '^src/server/uws\\.ts$' },
      to: { path: '(^|/)node_modules/uWebSockets\\.js/|^uWebSockets\\.js$' },
    },
    {
      name: 'no-unknown-folder',
      severity: 'error',
      comment: 'A folder of src without a floor would escape these rules.',
      from: { path: '^src/' },
      to: { path: '^src/', pathNot: `^src/(${folders.join('|')})/` },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing-outside',
      severity: 'error',
      comment: 'What is published is src alone: it needs neither tests nor development packages.',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

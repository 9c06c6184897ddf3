import { describeTarget, isMet, textsOf } from '../report.mjs';

/** Above this part of the machine, others spoil the figures. */
const quietShare = 0.1;

/** Longer tables are only in the JSON. */
const mostRows = 20;

/** The heading of each benchmark, in the order of the page. @type {Readonly<Record<string, string>>} */
const headings = {
  http: 'A tool call over HTTP',
  stdio: 'A tool call over stdio',
  'cold-start': 'Cold start',
  pipeline: 'The pipeline in process',
  client: 'The recovering client',
  stores: 'State that survives',
  github: 'Tools of the GitHub server',
  aql: 'Adapters of REST APIs',
  'render-parse': 'Dialects vs. JSON',
  'import-cost': 'Importing the contract',
  'token-estimate': 'The estimate of tokens',
};

/**
 * The page of the figures.
 *
 * @param {import('../machine.mjs').Machine} machine
 * @param {readonly (import('./panels.mjs').NamedReport & { readonly others?: number })[]} reports
 */
export const renderPage = (machine, reports) => {
  const known = Object.keys(headings);
  const place = (/** @type {string} */ name) => (known.includes(name) ? known.indexOf(name) : known.length);
  const ordered = reports.toSorted((one, other) => place(one.name) - place(other.name));
  return [
    '# Benchmarks',
    'Written by `npm run bench -- --write`; do not edit. How it is measured and how to read it: [bench/README.md](../bench/README.md).',
    `Measured on ${machine.date} in one run: ${machine.cpus} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform} ${machine.arch}, Node ${machine.node}. ${versionsOf(machine)}`,
    ...busyWarning(reports),
    'Rates say how fast this machine was; ratios say how the servers compare. All servers offer the same echo tool with an input and an output schema. Ours has every stage on: one quota and two events for each call, state in memory unless said otherwise, no OpenTelemetry exporter.',
    '![Calls per second over HTTP and stdio, and time of a cold start, vs. other servers](benchmarks.svg)',
    '## Targets',
    targetTable(ordered),
    ...ordered.flatMap(renderReport),
    '',
  ].join('\n\n');
};

/** @param {readonly { readonly others?: number }[]} reports */
const busyWarning = (reports) => {
  const most = Math.max(...reports.map(({ others = 0 }) => others));
  if (most <= quietShare) return [];
  return [
    `**Do not quote these figures.** Other processes used up to ${(most * 100).toFixed(0)} % of the machine during this run, so the figures only show that everything works. Run it again on a quiet machine.`,
  ];
};

/** @param {import('../machine.mjs').Machine} machine */
const versionsOf = ({ versions }) =>
  `Versions: ${Object.entries(versions)
    .map(([name, version]) => `\`${name}\` ${version}`)
    .join(', ')}.`;

/** @param {readonly import('./panels.mjs').NamedReport[]} reports */
const targetTable = (reports) =>
  markdownTable([
    ['', 'what', 'measured and target', 'met'],
    ...reports.flatMap(({ name, targets }) =>
      targets.map((target) => [name, target.what, describeTarget(target), isMet(target) ? 'yes' : '**no**']),
    ),
  ]);

/** @param {import('./panels.mjs').NamedReport & { readonly others?: number }} report */
const renderReport = ({ name, tables, notes, others }) => [
  `## ${headings[name] ?? name}`,
  ...tables
    .filter(({ rows }) => rows.length <= mostRows)
    .flatMap((table) => [`${capitalise(table.title)}.`, markdownTable(textsOf(table))]),
  [
    ...notes,
    ...(others === undefined
      ? []
      : [`other processes used ${(others * 100).toFixed(0)} % of the machine during the run`]),
  ]
    .map((note) => `- ${capitalise(note)}.`)
    .join('\n'),
];

/** @param {readonly (readonly string[])[]} lines */
const markdownTable = ([head = [], ...rows]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : isNumeric(rows, index) ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** @type {(rows: readonly (readonly string[])[], index: number) => boolean} */
const isNumeric = (rows, index) => rows.every((row) => /^-?[\d.]+$|^NaN$/.test(row[index] ?? ''));

/** @param {string} text */
const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

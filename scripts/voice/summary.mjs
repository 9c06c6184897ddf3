/** @typedef {import('./find-hits.mjs').Hit} Hit */

const kinds = /** @type {const} */ (['string', 'prose', 'comment', 'title']);

/** @type {(cells: readonly (string | number)[]) => string} */
const row = ([name = '', ...numbers]) =>
  String(name).padEnd(14) + numbers.map((cell) => String(cell).padStart(9)).join('');

/**
 * Renders one row for each pattern and one column for each kind of passage.
 *
 * @param {readonly Hit[]} hits
 * @param {readonly { readonly name: string }[]} patterns
 */
export const renderSummary = (hits, patterns) => {
  /** @type {(selected: readonly Hit[]) => readonly number[]} */
  const cells = (selected) => [
    ...kinds.map((kind) => selected.filter((hit) => hit.kind === kind).length),
    selected.length,
  ];
  return [
    row(['pattern', ...kinds.map((kind) => `${kind}s`.replace('proses', 'prose')), 'all']),
    ...patterns.map(({ name }) => row([name, ...cells(hits.filter(({ pattern }) => pattern === name))])),
    row(['all', ...cells(hits)]),
  ].join('\n');
};

/** Renders one match with its place. @type {(hit: Hit) => string} */
export const renderHit = ({ file, line, pattern, excerpt }) => `  ${file}:${line}  [${pattern}] ${excerpt}`;

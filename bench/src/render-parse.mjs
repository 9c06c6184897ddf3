import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { facts, sampleFailures } from './sample-failures.mjs';
import { mean, median } from './statistics.mjs';

const warmUpRounds = 50;
const fullRounds = 300;
const quickRounds = 20;
/** Long enough to be far above the clock's grain, short enough that a pause of the machine spoils one batch only. */
const callsInBatch = 40;

/**
 * One failure in one dialect, and the four things whose cost is compared.
 *
 * @typedef {'render' | 'stringify' | 'parse' | 'jsonParse'} Operation
 * @typedef {{ readonly dialect: string, readonly operations: Readonly<Record<Operation, () => unknown>>, readonly times: Readonly<Record<Operation, number[]>> }} Case
 */

/** @type {readonly Operation[]} */
const operationNames = ['render', 'stringify', 'parse', 'jsonParse'];

/** Measures each dialect's render and parse, compared with the same object through JSON. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureRenderParse = async ({ quick }) => {
  const rounds = quick ? quickRounds : fullRounds;
  const cases = await createCases();
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const { operations, times } of cases) {
      for (const name of operationNames) {
        const nanoseconds = timeBatch(operations[name]);
        if (round >= 0) times[name].push(nanoseconds);
      }
    }
  }
  const rows = dialectNames.map((name) => summarise(name, cases));
  return {
    tables: [
      {
        title: `nanoseconds, median of ${rounds} rounds, mean of ${Object.keys(sampleFailures).length} failures`,
        columns: [
          { name: 'dialect' },
          { name: 'render' },
          { name: 'stringify' },
          { name: 'ratio', digits: 2 },
          { name: 'parse' },
          { name: 'JSON.parse' },
          { name: 'ratio', digits: 2 },
          { name: 'bytes' },
        ],
        rows,
      },
    ],
    targets: [
      {
        what: 'render vs. JSON.stringify, median dialect',
        measured: median(rows.map((row) => Number(row[3]))),
        limit: 3,
        unit: '×',
      },
    ],
    notes: [],
  };
};

/** @returns {Promise<readonly Case[]>} */
const createCases = async () => {
  const dialects = await Promise.all(dialectNames.map((name) => loadDialect(name)));
  return dialects.flatMap((dialect) =>
    Object.values(sampleFailures).map((failure) => {
      const wire = dialect.render(failure, facts);
      const text = JSON.stringify(wire);
      // A parser that gives up at once would look fast.
      if (dialect.parse(wire)?.ok !== false) throw new Error(`${dialect.name} does not read its own failure`);
      return {
        dialect: dialect.name,
        operations: {
          render: () => dialect.render(failure, facts),
          stringify: () => JSON.stringify(wire),
          parse: () => dialect.parse(wire),
          jsonParse: () => JSON.parse(text),
        },
        times: { render: [], stringify: [], parse: [], jsonParse: [] },
      };
    }),
  );
};

/** The last answer of a measured call, kept so that no call can be optimised away. @type {unknown} */
export let lastAnswer;

/** @param {() => unknown} operation */
const timeBatch = (operation) => {
  const start = performance.now();
  for (let call = 0; call < callsInBatch; call += 1) lastAnswer = operation();
  return ((performance.now() - start) * 1_000_000) / callsInBatch;
};

/**
 * @param {string} dialect
 * @param {readonly Case[]} cases
 */
const summarise = (dialect, cases) => {
  const own = cases.filter((candidate) => candidate.dialect === dialect);
  /** @param {Operation} operation */
  const cost = (operation) => mean(own.map(({ times }) => median(times[operation])));
  const [render, stringify, parse, jsonParse] = [cost('render'), cost('stringify'), cost('parse'), cost('jsonParse')];
  const bytes = mean(own.map(({ operations }) => Buffer.byteLength(String(operations.stringify()))));
  return [dialect, render, stringify, render / stringify, parse, jsonParse, parse / jsonParse, bytes];
};

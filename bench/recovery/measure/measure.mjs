import { removals } from '../serve/without-facts.mjs';
import { scenariosOf } from '../world/scenarios.mjs';
import { findLeaks } from './audit.mjs';
import { runScenario } from './run-scenario.mjs';
import { addRun, createTotals } from './totals.mjs';

/** Each agent with its serving. Only the contract's own client can read the contract; any agent can use either. */
export const pairs = /** @type {const} */ ([
  { agent: 'blind', serving: 'plain' },
  { agent: 'status', serving: 'plain' },
  { agent: 'prose', serving: 'plain' },
  { agent: 'ordinary', serving: 'plain' },
  { agent: 'contract', serving: 'recourse' },
  { agent: 'tuned', serving: 'recourse' },
  { agent: 'oracle', serving: 'plain' },
]);
/** The same agents in front of what they were not written for: sentences of other servers, and Recourse. */
export const otherPairs = /** @type {const} */ ([
  { agent: 'prose', serving: 'other' },
  { agent: 'blind', serving: 'recourse' },
  { agent: 'status', serving: 'recourse' },
  { agent: 'prose', serving: 'recourse' },
]);

/** The same engine and the same facts in every row; only the form of the failures differs. */
export const formPairs = /** @type {const} */ ([
  { agent: 'unread', serving: 'told' },
  { agent: 'patterns', serving: 'told' },
  { agent: 'reworded', serving: 'reworded' },
  { agent: 'contract', serving: 'recourse' },
]);
/** The shipped client in front of servers that set `isError` on every failure, and of servers that set it on none. */
export const flagPairs = /** @type {const} */ ([
  { agent: 'flagged', serving: 'flagged' },
  { agent: 'unflagged', serving: 'unflagged' },
]);

/** The shipped client with its default options, in front of answers that lack one kind of fact. */
export const removalPairs = /** @type {const} */ (
  /** @type {import('../serve/without-facts.mjs').Removed[]} */ (Object.keys(removals)).map((removed) => ({
    agent: 'contract',
    serving: 'recourse',
    removed,
  }))
);

/**
 * Runs every scenario of the seeds with every pair, and adds up.
 *
 * @typedef {Awaited<ReturnType<typeof measure>>} Measured
 * @param {{ seeds: readonly number[], pairs: readonly { agent: string, serving: import('../serve/host.mjs').ServingName, removed?: import('../serve/without-facts.mjs').Removed }[], countTokens: (text: string) => number, onSeed?: (seed: number) => void }} options
 */
export const measure = async ({ seeds, pairs: running, countTokens, onSeed }) => {
  const totals = running.map(() => createTotals());
  const controls = {
    clean: { runs: 0, passed: 0 },
    stays_failed: { runs: 0, passed: 0 },
    leaks: /** @type {string[]} */ ([]),
  };
  /** @type {Record<string, { expect: string, of: number, good: number[], calls: number[] }>} */
  const byKind = {};
  for (const seed of seeds) {
    onSeed?.(seed);
    for (const scenario of scenariosOf(seed)) {
      const row = (byKind[scenario.kind] ??= {
        expect: scenario.expect,
        of: 0,
        good: running.map(() => 0),
        calls: running.map(() => 0),
      });
      row.of += 1;
      for (const [index, { agent, serving, removed }] of running.entries()) {
        const run = await runScenario(scenario, agent, serving, removed);
        addRun(totals[index], run, scenario, countTokens);
        row.good[index] += Number(run.recovered || run.correctStop);
        row.calls[index] += run.calls.length;
        controls.leaks.push(...findLeaks(scenario, run.calls));
        if (scenario.expect === 'clean') count(controls.clean, run.recovered && run.calls.length === 1);
        // A task that must not be done was not done, whatever the agent tried.
        if (scenario.expect === 'stop') count(controls.stays_failed, run.strays === 0);
      }
    }
  }
  return { totals, controls, byKind };
};

/** @type {(control: { runs: number, passed: number }, passed: boolean) => void} */
const count = (control, passed) => {
  control.runs += 1;
  control.passed += Number(passed);
};

import { findLeaks } from '../measure/audit.mjs';
import { runScenario } from '../measure/run-scenario.mjs';
import { addRun, createTotals } from '../measure/totals.mjs';
import { scenariosOf } from '../world/scenarios.mjs';
import { createModelAgent } from './agent.mjs';
import { findPromptLeaks } from './audit.mjs';

/** The same model with and without the shipped client, in front of either serving. */
export const modelPairs = /** @type {const} */ ([
  { agent: 'model', serving: 'plain', isRecovering: false },
  { agent: 'model, client', serving: 'plain', isRecovering: true },
  { agent: 'model', serving: 'recourse', isRecovering: false },
  { agent: 'model, client', serving: 'recourse', isRecovering: true },
]);

/**
 * Lets a model do the tasks of the seeds with every pair. Ends early, between two tasks, when so many tokens are spent.
 *
 * @param {{ seeds: readonly number[], model: import('./endpoint.mjs').Model, mostTokens: number, countTokens: (text: string) => number, onTask?: (id: string) => void }} options
 */
export const runModel = async ({ seeds, model, mostTokens, countTokens, onTask }) => {
  const totals = modelPairs.map(() => createTotals());
  const spent = modelPairs.map(() => ({ requests: 0, prompt: 0, completion: 0, estimated: 0 }));
  /** @type {string[]} */
  const leaks = [];
  const all = () => spent.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0);
  let left = 0;
  for (const scenario of seeds.flatMap((seed) => scenariosOf(seed))) {
    if (all() >= mostTokens) {
      left += 1;
      continue;
    }
    onTask?.(scenario.id);
    for (const [index, { serving, isRecovering }] of modelPairs.entries()) {
      const bill = spent[index];
      const onUsage = (/** @type {import('./endpoint.mjs').Usage} */ { prompt, completion, isCounted }) => {
        bill.requests += 1;
        bill.prompt += prompt;
        bill.completion += completion;
        if (!isCounted) bill.estimated += 1;
      };
      /** @type {readonly import('./endpoint.mjs').Message[]} */
      let messages = [];
      const agent = createModelAgent({ model, isRecovering, onUsage, onMessages: (told) => (messages = told) });
      const run = await runScenario(scenario, isRecovering ? 'client' : 'model', serving, undefined, agent);
      addRun(totals[index], run, scenario, countTokens);
      leaks.push(...findLeaks(scenario, run.calls), ...findPromptLeaks(scenario, messages, run.calls));
    }
  }
  return { totals, spent, leaks, left };
};

/** The price of what was spent, if the prices of a million tokens are known. @type {(spent: { prompt: number, completion: number }, prices: readonly [number, number] | undefined) => number | undefined} */
export const costOf = ({ prompt, completion }, prices) =>
  prices && (prompt * prices[0] + completion * prices[1]) / 1_000_000;

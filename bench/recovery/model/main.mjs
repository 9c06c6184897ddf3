import { countTokens } from '../measure/count-tokens.mjs';
import { tableOf } from '../report/tables.mjs';
import { openModel } from './endpoint.mjs';
import { costOf, modelPairs, runModel } from './run-model.mjs';

/**
 * Measures a real model and prints what it did and what it cost. Returns the exit code: 1 if something leaked.
 *
 * @type {(options: { model: import('../options.mjs').ModelOptions, seeds: readonly number[], json: boolean }) => Promise<number>}
 */
export const main = async ({ model: { name, endpoint, prices, mostTokens }, seeds, json }) => {
  const model = openModel({ url: endpoint, name, key: process.env['OPENAI_API_KEY'], countTokens });
  const onTask = (/** @type {string} */ id) => console.error(`${id} …`);
  const { totals, spent, leaks, left } = await runModel({ seeds, model, mostTokens, countTokens, onTask });
  if (json) {
    const rows = modelPairs.map((pair, index) => ({ ...pair, ...totals[index], ...spent[index], cost: costOf(spent[index], prices) })); // prettier-ignore
    console.log(JSON.stringify({ model: name, seeds, rows, leaks, tasks_left: left }, undefined, 2));
  } else {
    console.log(tableOf(modelPairs, totals));
    for (const [index, { agent, serving }] of modelPairs.entries())
      console.log(`${agent}, ${serving}: ${billOf(spent[index], totals[index].recovered, prices)}`);
    console.log(`Leaks: ${leaks.length}.${left > 0 ? ` ${left} tasks were left out: the tokens are spent.` : ''}`);
  }
  for (const leak of leaks) console.error(leak);
  return leaks.length > 0 ? 1 : 0;
};

/** @type {(spent: { requests: number, prompt: number, completion: number, estimated: number }, recovered: number, prices: readonly [number, number] | undefined) => string} */
const billOf = (spent, recovered, prices) => {
  const { requests, prompt, completion, estimated } = spent;
  const cost = costOf(spent, prices);
  return [
    `${requests} requests, ${prompt} tokens sent, ${completion} received`,
    ...(recovered > 0 ? [`${Math.round((prompt + completion) / recovered)} tokens for each recovery`] : []),
    ...(cost === undefined ? [] : [`cost ${cost.toFixed(4)}`]),
    ...(estimated > 0 ? [`tokens of ${estimated} requests estimated`] : []),
  ].join('; ');
};

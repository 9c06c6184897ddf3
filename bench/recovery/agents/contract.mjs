import { recovering } from '@recourse/client';
import { allowed } from '../serve/tools.mjs';
import { answerMs } from './session.mjs';

/**
 * The shipped client with its default options: all it is given is a person to ask and a way to start the server again,
 * which only a caller can know. Budget, time-outs and everything else are the client's own.
 *
 * @type {Agent}
 */
export const contract = (options, scenario) => run(options, scenario, {}, {});

/**
 * The same with options that fit the office: an allowlist without anything destructive, the budget of the other agents,
 * and a time-out for each answer.
 *
 * @type {Agent}
 */
export const tuned = (options, scenario) =>
  run(
    options,
    scenario,
    { allow: allowed, budget: { attempts: options.budget.calls, seconds: options.budget.seconds } },
    { timeout: answerMs },
  );

/**
 * @typedef {{ host: ReturnType<typeof import('../serve/host.mjs').createHost>, client: any, time: import('../world/time.mjs').Time, yes: boolean, budget: import('./session.mjs').Budget, random: import('../world/random.mjs').Random }} AgentOptions
 * @typedef {(options: AgentOptions, scenario: import('../world/scenarios.mjs').Scenario) => Promise<import('./session.mjs').Ended>} Agent
 */

/** There is nothing here that knows of the world. @type {(options: AgentOptions, scenario: import('../world/scenarios.mjs').Scenario, more: object, callOptions: object) => Promise<import('./session.mjs').Ended>} */
const run = async ({ host, client, time, yes, random }, { sentTool, sent }, more, callOptions) => {
  let keys = 0;
  const recoverer = recovering(client, {
    confirm: () => yes,
    reconnect: host.start,
    now: time.now,
    random: random.next,
    sleep: time.sleep,
    createKey: () => `key-${(keys += 1)}`,
    ...more,
  });
  await recoverer.listTools();
  const call = { name: sentTool, arguments: sent };
  const { end, result, thrown, explain } = await recoverer.recover(call, callOptions);
  const { content = [] } = /** @type {{ content?: readonly { text?: string }[] }} */ (result ?? {});
  const text = content.map((block) => block.text ?? '').join('\n');
  const claim = end === 'succeeded' || end === 'verified' ? 'success' : 'stop';
  return { claim, end, text: text || String(thrown), explain };
};

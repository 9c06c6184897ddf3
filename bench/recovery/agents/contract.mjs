import { recovering } from '@recourse/client';
import { allowed } from '../serve/tools.mjs';
import { answerMs } from './session.mjs';

/**
 * The shipped client, as anybody would use it: an allowlist without anything destructive, a person to ask, a way to
 * start the server again, and the same budget as the others. There is nothing here that knows of the world.
 *
 * @param {{ host: ReturnType<typeof import('../serve/host.mjs').createHost>, client: any, time: import('../world/time.mjs').Time, yes: boolean, budget: import('./session.mjs').Budget, random: import('../world/random.mjs').Random }} options
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @returns {Promise<import('./session.mjs').Ended>}
 */
export const contract = async ({ host, client, time, yes, budget, random }, { sentTool, sent }) => {
  let keys = 0;
  const recoverer = recovering(client, {
    confirm: () => yes,
    allow: allowed,
    budget: { attempts: budget.calls, seconds: budget.seconds },
    reconnect: host.start,
    now: time.now,
    random: random.next,
    sleep: time.sleep,
    createKey: () => `key-${(keys += 1)}`,
  });
  await recoverer.listTools();
  const { end, result, thrown, explain } = await recoverer.recover(
    { name: sentTool, arguments: sent },
    { timeout: answerMs },
  );
  const { content = [] } = /** @type {{ content?: readonly { text?: string }[] }} */ (result ?? {});
  const text = content.map((block) => block.text ?? '').join('\n');
  const claim = end === 'succeeded' || end === 'verified' ? 'success' : 'stop';
  return { claim, text: text || String(thrown), explain };
};

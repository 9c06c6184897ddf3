import { blind } from '../agents/blind.mjs';
import { contract, tuned } from '../agents/contract.mjs';
import { oracle } from '../agents/oracle.mjs';
import { prose } from '../agents/prose.mjs';
import { createSession } from '../agents/session.mjs';
import { status } from '../agents/status.mjs';
import { createHost } from '../serve/host.mjs';
import { createWorld } from '../world/create-world.mjs';
import { createRandom, seedOf } from '../world/random.mjs';
import { startColleague } from '../world/colleague.mjs';
import { latestMs } from '../world/lateness.mjs';
import { createTime } from '../world/time.mjs';
import { judge } from './judge.mjs';

/** All agents have these: so many calls, so much time. @type {import('../agents/session.mjs').Budget} */
export const budget = { calls: 6, seconds: 60 };

/** Longer than any write of the office is late. */
const settleMs = latestMs + 5_000;

/** @type {Readonly<Record<string, (options: any, scenario: import('../world/scenarios.mjs').Scenario) => Promise<import('../agents/session.mjs').Ended>>>} */
export const agents = {
  blind: async (options, scenario) => blind(await createSession(options), scenario),
  status: async (options, scenario) => status(await createSession(options), scenario),
  prose: async (options, scenario) => prose(await createSession(options), scenario),
  contract,
  tuned,
  // The same client and the same options, in front of a server that knows nothing of the contract.
  ordinary: contract,
  flagged: contract,
  unflagged: contract,
  // The same client in front of the contract's facts as sentences: as it is, and with patterns that read them.
  unread: contract,
  patterns: contract,
  reworded: contract,
  oracle: async (options, scenario) => oracle(await createSession(options), scenario),
};

const readers = new Set(['patterns', 'reworded']);

/**
 * Makes the world of a scenario, lets an agent loose in it, and judges what it has left behind.
 *
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @param {string} agent
 * @param {import('../serve/host.mjs').ServingName} serving
 * @param {import('../serve/without-facts.mjs').Removed} [removed]
 * @param {(options: any, scenario: import('../world/scenarios.mjs').Scenario) => Promise<import('../agents/session.mjs').Ended>} [play] the agent, if it is not one of those above
 */
export const runScenario = async (scenario, agent, serving, removed, play = agents[agent]) => {
  const time = createTime();
  const restore = time.install();
  const world = createWorld({
    time,
    state: structuredClone(scenario.state),
    faults: scenario.faults,
    receipts: () => scenario.task.answer,
  });
  const host = createHost(serving, {
    world,
    time,
    wire: scenario.wire,
    ...(removed && { removed }),
    readsTold: readers.has(agent),
  });
  try {
    const client = await host.start();
    for (const { tool, arguments: args } of scenario.before) await client.callTool({ name: tool, arguments: args });
    host.calls.length = 0;
    startColleague(scenario.colleague, world, time);
    const random = createRandom(seedOf('agent', agent, serving, scenario.id));
    const ended = await play({ host, client, time, yes: scenario.yes, budget, random }, scenario);
    const ms = time.now() - time.startedAt;
    // Calls in flight when the agent ends still arrive.
    await time.sleep(settleMs);
    const verdict = judge(scenario, { world, calls: host.calls, ended });
    // The oracle knows that nothing was done, so its retry is not a risk; if it is wrong, the ledger shows it.
    const unsafeRetries = agent === 'oracle' ? 0 : verdict.unsafeRetries;
    return {
      ...verdict,
      unsafeRetries,
      ms,
      calls: host.calls,
      ended,
      ledger: world.ledger,
    };
  } finally {
    await host.close();
    restore();
  }
};

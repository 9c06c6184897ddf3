import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contract } from '../agents/contract.mjs';
import { judge } from '../measure/judge.mjs';
import { budget, runScenario } from '../measure/run-scenario.mjs';
import { startColleague } from '../world/colleague.mjs';
import { createWorld } from '../world/create-world.mjs';
import { latestMs } from '../world/lateness.mjs';
import { createRandom, seedOf } from '../world/random.mjs';
import { createScenario } from '../world/scenarios.mjs';
import { createTime } from '../world/time.mjs';
import { createProcessHost } from './host.mjs';

/** The kinds of the sample: faults of the back end, lost messages, and a process that is killed. */
export const processKinds = [
  'clean_write',
  'busy_write',
  'rate_limit',
  'confirm_yes',
  'confirm_no',
  'quota_pause_yes',
  'wrong_type',
  'misspelt_tool',
  'state_to_change',
  'stale_version',
  'timeout_done',
  'timeout_not_done',
  'timeout_done_late',
  'batch_passing',
  'denied',
  'outage_unannounced',
  'request_lost',
  'answer_lost',
  'answer_lost_confirmed',
  'busy_then_lost',
  'crash_before',
  'crash_after',
  'crash_amid_done',
  'crash_amid_not_done',
  'composed_first',
];

/** @type {readonly import('./host.mjs').Wire[]} */
export const wires = ['stdio', 'http'];

/**
 * Runs a scenario with the shipped client and its default options in front of a real process.
 *
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @param {import('./host.mjs').Wire} wire
 */
export const runAsProcess = async (scenario, wire) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-office-'));
  const time = createTime(Date.now());
  const restore = time.install();
  const receipts = () => scenario.task.answer;
  const world = createWorld({ time, state: structuredClone(scenario.state), faults: scenario.faults, receipts });
  const host = await createProcessHost({ wire, folder, world, time, faults: scenario.wire });
  try {
    const client = await host.start();
    for (const { tool, arguments: args } of scenario.before) await client.callTool({ name: tool, arguments: args });
    host.calls.length = 0;
    startColleague(scenario.colleague, world, time);
    const random = createRandom(seedOf('agent', 'contract', 'recourse', scenario.id));
    const own = { ...time, sleep: host.sleep };
    const options = { host: /** @type {any} */ (host), client, time: own, yes: scenario.yes, budget, random };
    const ended = await contract(options, scenario);
    // A late write lands after the agent has ended.
    await time.sleep(latestMs + 5_000);
    return { ...judge(scenario, { world, calls: host.calls, ended }), calls: host.calls, ended, ledger: world.ledger };
  } finally {
    await host.close();
    restore();
    rmSync(folder, { recursive: true });
  }
};

/**
 * Runs a scenario in memory and with a real process. Returns the ledger and the end of each.
 *
 * @type {(seed: number, kind: string, wire: import('./host.mjs').Wire) => Promise<{ inMemory: Outcome, asProcess: Outcome }>}
 */
export const compareScenario = async (seed, kind, wire) => {
  const scenario = createScenario(seed, kind);
  const inMemory = await runScenario(scenario, 'contract', 'recourse');
  const asProcess = await runAsProcess(scenario, wire);
  return { inMemory: outcomeOf(inMemory), asProcess: outcomeOf(asProcess) };
};

/** @typedef {{ lines: readonly string[], end: string | undefined, duplicates: number, unsafeRetries: number, falseSuccess: boolean }} Outcome */

/** @type {(run: Awaited<ReturnType<typeof runAsProcess>>) => Outcome} */
const outcomeOf = ({ ledger, ended, duplicates, unsafeRetries, falseSuccess }) => ({
  lines: ledger.filter(({ by }) => by === undefined).map(({ line }) => line),
  end: ended.end,
  duplicates,
  unsafeRetries,
  falseSuccess,
});

/**
 * The sample of a seed over both wires.
 *
 * @typedef {{ wire: import('./host.mjs').Wire, runs: number, same: number, duplicates: number, unsafe_retries: number, false_successes: number, others: readonly string[] }} Compared
 * @type {(seed: number) => Promise<readonly Compared[]>}
 */
export const compareProcesses = async (seed) => {
  const compared = [];
  for (const wire of wires) {
    const others = [];
    let [duplicates, unsafe, falsehoods] = [0, 0, 0];
    for (const kind of processKinds) {
      const { inMemory, asProcess } = await compareScenario(seed, kind, wire);
      if (JSON.stringify(inMemory) !== JSON.stringify(asProcess)) others.push(kind);
      duplicates += asProcess.duplicates;
      unsafe += asProcess.unsafeRetries;
      falsehoods += Number(asProcess.falseSuccess);
    }
    const runs = processKinds.length;
    compared.push({ wire, runs, same: runs - others.length, duplicates, unsafe_retries: unsafe, false_successes: falsehoods, others }); // prettier-ignore
  }
  return compared;
};

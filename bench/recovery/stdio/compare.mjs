import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { contract } from '../agents/contract.mjs';
import { budget, runScenario } from '../measure/run-scenario.mjs';
import { createRandom, seedOf } from '../world/random.mjs';
import { createScenario } from '../world/scenarios.mjs';
import { createTime } from '../world/time.mjs';

const office = fileURLToPath(new URL('office.mjs', import.meta.url));

/** Kinds whose faults are the back end's. Lost messages and dead processes over stdio are tested in `tests/recovering.system.test.ts`. */
const stdioKinds = [
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
  'batch_passing',
  'denied',
  'outage_unannounced',
];

/**
 * Whether the shipped client does the same with a real process over real stdio as it does in memory: the same ledger,
 * the same claim.
 *
 * @param {number} seed
 * @param {string} kind
 */
export const isSameOverStdio = async (seed, kind) => {
  const scenario = createScenario(seed, kind);
  const inMemory = await runScenario(scenario, 'contract', 'recourse');
  const overStdio = await runOverStdio(scenario);
  // No colleague works in the other process.
  const lines = inMemory.ledger.filter(({ by }) => by === undefined).map(({ line }) => line);
  return JSON.stringify([lines, inMemory.ended.claim]) === JSON.stringify([overStdio.lines, overStdio.claim]);
};

/** The sample of a seed. @param {number} seed */
export const compareOverStdio = async (seed) => {
  const result = { runs: 0, same: 0 };
  for (const kind of stdioKinds) {
    result.runs += 1;
    result.same += Number(await isSameOverStdio(seed, kind));
  }
  return result;
};

/** @param {import('../world/scenarios.mjs').Scenario} scenario */
const runOverStdio = async (scenario) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-office-'));
  const standing = createTime();
  const time = {
    ...standing,
    sleep: async (/** @type {number} */ ms) => {
      await standing.sleep(ms);
      writeFileSync(path.join(folder, 'clock.txt'), String(standing.now() - standing.startedAt));
    },
  };
  const start = async () => {
    const client = new Client({ name: 'agent', version: '1.0.0' });
    const args = [office, String(scenario.seed), scenario.kind, folder];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    return client;
  };
  const client = await start();
  try {
    for (const { tool, arguments: args } of scenario.before) await client.callTool({ name: tool, arguments: args });
    const random = createRandom(seedOf('agent', 'contract', 'recourse', scenario.id));
    const host = /** @type {any} */ ({ start });
    const { claim } = await contract({ host, client, time, yes: scenario.yes, budget, random }, scenario);
    const file = path.join(folder, 'ledger.txt');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    return { claim, lines };
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
};

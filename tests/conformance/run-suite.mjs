/**
 * Runs the official conformance suite against a server and reads what it has found.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * @typedef {{ readonly id: string, readonly status: string, readonly errorMessage?: string }} Check
 * @typedef {{ readonly scenario: string, readonly checks: readonly Check[] }} Scenario
 */

/**
 * @param {{ readonly folder: string, readonly url: string, readonly args?: readonly string[], readonly node?: string }} run
 *   `folder` is where the suite is installed, `node` the Node that it runs on.
 * @returns {Promise<{ readonly exitCode: number | null, readonly scenarios: readonly Scenario[] }>}
 */
export const runSuite = async ({ folder, url, args = [], node = process.execPath }) => {
  const suite = path.join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const output = await mkdtemp(path.join(tmpdir(), 'recourse-conformance-'));
  try {
    const exitCode = await run(node, [suite, 'server', '--url', url, '-o', output, ...args]);
    return { exitCode, scenarios: await readScenarios(output) };
  } finally {
    await rm(output, { recursive: true });
  }
};

/** @type {(command: string, args: readonly string[]) => Promise<number | null>} */
const run = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', resolve);
  });

/** @type {(output: string) => Promise<readonly Scenario[]>} */
const readScenarios = async (output) => {
  const folders = (await readdir(output)).sort();
  return Promise.all(
    folders.map(async (folder) => ({
      scenario: /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(folder)?.[1] ?? folder,
      checks: /** @type {readonly Check[]} */ (
        JSON.parse(await readFile(path.join(output, folder, 'checks.json'), 'utf8'))
      ),
    })),
  );
};

/**
 * Everything that is not as it should be, for a message that says where to look.
 *
 * @param {readonly Scenario[]} scenarios
 * @returns {readonly string[]}
 */
export const complaints = (scenarios) =>
  scenarios.flatMap(({ scenario, checks }) =>
    checks
      .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
      .map(({ id, status, errorMessage }) => `${scenario} / ${id}: ${status} ${errorMessage ?? ''}`.trim()),
  );

/** @type {(scenarios: readonly Scenario[]) => number} */
export const countSuccesses = (scenarios) =>
  scenarios.flatMap(({ checks }) => checks).filter(({ status }) => status === 'SUCCESS').length;

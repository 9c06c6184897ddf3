import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeModules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** A bound on hanging, not on speed: on a loaded machine one run took longer than 30 s. */
const timeoutMs = 100_000;

/**
 * The Inspector's command line. Each call is a process of its own, which starts the server, lists its tools, calls
 * one and prints the result.
 *
 * @param {string} name
 * @param {string} alias the name under which package.json installs this version
 * @returns {import('./sdk-client.mjs').ClientUnderTest}
 */
export const createInspector = (name, alias) => ({
  name,
  connect: async (endpoint) => {
    const target =
      'url' in endpoint
        ? [endpoint.url.href, '--transport', 'http', ...headersOf(endpoint)]
        : [endpoint.command, ...endpoint.args];
    const run = (/** @type {string[]} */ ...rest) => runInspector(alias, [...target, ...rest]);
    return {
      listTools: async () => (await run('--method', 'tools/list')).tools,
      callTool: (tool, given, { meta = {} } = {}) => {
        const pairs = Object.entries(given).flatMap(([key, value]) => ['--tool-arg', `${key}=${asArgument(value)}`]);
        const metadata = Object.entries(meta).flatMap(([key, value]) => ['--tool-metadata', `${key}=${String(value)}`]);
        return run('--method', 'tools/call', '--tool-name', tool, ...pairs, ...metadata);
      },
      close: async () => {},
    };
  },
});

/** Lists and objects are written as JSON. */
const asArgument = (/** @type {unknown} */ value) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** @param {import('./sdk-client.mjs').Address} endpoint */
const headersOf = ({ headers = {} }) =>
  Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);

/**
 * Version 2 exits with 5 after a result with `isError` and prints the result anyway; so what counts is
 * whether there is a result.
 *
 * @param {string} alias
 * @param {readonly string[]} given
 * @returns {Promise<any>}
 */
const runInspector = (alias, given) =>
  new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, killSignal: /** @type {const} */ ('SIGKILL'), maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [binaryOf(alias), '--cli', ...given], options, (error, stdout, stderr) => {
      if (stdout.trim() === '') reject(new Error(`The Inspector printed no result:\n${stderr}`, { cause: error }));
      else resolve(JSON.parse(stdout));
    });
  });

/** @param {string} alias */
const binaryOf = (alias) => {
  const { bin } = JSON.parse(readFileSync(path.join(nodeModules, alias, 'package.json'), 'utf8'));
  return path.join(nodeModules, alias, bin['mcp-inspector']);
};

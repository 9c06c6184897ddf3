/**
 * mcp-remote with its options as they are wanted here: `node remote.mjs <url> [header…]`. An Inspector takes options on
 * the line of a command for its own, so there are none.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [, , url = '', ...headers] = process.argv;
const state = mkdtempSync(path.join(tmpdir(), 'recourse-mcp-remote-'));
process.once('exit', () => rmSync(state, { recursive: true, force: true }));
process.env['MCP_REMOTE_CONFIG_DIR'] = state;
const options = [
  '--silent',
  '--allow-http',
  '--transport',
  'http-only',
  ...headers.flatMap((header) => ['--header', header]),
];
process.argv.splice(2, Number.POSITIVE_INFINITY, url, ...options);
await import(new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url).href);

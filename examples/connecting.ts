import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnClient } from '@recourse/testkit';

/** A user with a home directory and a project that already has an entry for Cursor. */
const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-example-')));
const project = path.join(home, 'project');
const settings = path.join(project, '.cursor', 'mcp.json');
mkdirSync(path.dirname(settings), { recursive: true });
writeFileSync(settings, '{\n  "mcpServers": {\n    "notes": { "command": "notes-server" } // since March\n  }\n}\n');

const command = path.join(path.dirname(fileURLToPath(import.meta.resolve('@recourse/cli'))), 'main.js');
const recourse = (...line: readonly string[]): string => {
  const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home };
  return execFileSync(process.execPath, [command, ...line], {
    cwd: project,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
};

/** Replaces paths and times, which differ from machine to machine. */
const alike = (text: string): string =>
  text
    .replaceAll(command, '/opt/recourse/cli/dist/main.js')
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(home, '/home/ada')
    .replaceAll(/\d{8}-\d{6}/g, '20260131-120000')
    .replaceAll(/version \d+/g, 'version 1')
    .trimEnd();

console.log('$ recourse connect cursor fixture --env GITHUB_TOKEN');
console.log(alike(recourse('connect', 'cursor', 'fixture', '--env', 'GITHUB_TOKEN')));
console.log(`\n$ cat .cursor/mcp.json\n${alike(readFileSync(settings, 'utf8'))}`);

console.log('\nCursor starts it, from any folder:');
const written = readFileSync(settings, 'utf8').replace(' // since March', '');
const { command: program, args } = JSON.parse(written).mcpServers['recourse-fixture'];
const { client, close } = await spawnClient({ command: program, args, cwd: home, env: {} });
console.log(`${client.getServerVersion()?.name} offers ${(await client.listTools()).tools[0]?.name} and more`);
await close();

console.log('\n$ recourse connect vscode fixture --http 8788 --key RECOURSE_API_KEY --dry-run');
console.log(
  alike(recourse('connect', 'vscode', 'fixture', '--http', '8788', '--key', 'RECOURSE_API_KEY', '--dry-run')),
);

console.log('\n$ recourse doctor');
const told = alike(recourse('doctor')).split('\n');
console.log(told.filter((line) => /^\w+ +(?:configuration|store|clients)/.test(line)).join('\n'));
rmSync(home, { recursive: true });

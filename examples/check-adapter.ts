import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A valid adapter, and the same one with four mistakes. */
const folder = mkdtempSync(path.join(tmpdir(), 'recourse-example-'));
const right = readFileSync(new URL('../adapters/tasks.md', import.meta.url), 'utf8');
const wrong = right
  .replace('GET /tasks/{task_id}', 'GET /tasks/{id}')
  .replace('default: open', 'default: opened')
  .replace('level: destructive', 'level: safe')
  .replace('error contains', 'error contians');
writeFileSync(path.join(folder, 'tasks.md'), right);
writeFileSync(path.join(folder, 'slips.md'), wrong);

const command = path.join(path.dirname(fileURLToPath(import.meta.resolve('@recourse/cli'))), 'main.js');
for (const file of ['tasks.md', 'slips.md']) {
  const line = ['aql', 'check', file];
  const { stdout, status } = spawnSync(process.execPath, [command, ...line], { cwd: folder, encoding: 'utf8' });
  console.log(`$ recourse ${line.join(' ')}\n${stdout}exit code ${status}\n`);
}

rmSync(folder, { recursive: true });

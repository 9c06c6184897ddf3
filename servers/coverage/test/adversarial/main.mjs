import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The whole suite: `npm run adversarial [-- --only <text>]`. Exit code 0 where nothing was missed. */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const repository = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'recourse-adversarial-report-'));
const report = path.join(folder, 'report.txt');
const words = ['run', 'servers/coverage/test/adversarial', '--reporter=dot', '--silent'];
const child = spawn(process.execPath, [path.join(repository, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: repository,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    RECOURSE_ADVERSARIAL: 'whole',
    RECOURSE_ADVERSARIAL_REPORT: report,
    ...(values.only !== undefined && { RECOURSE_ADVERSARIAL_ONLY: values.only }),
  },
});
child.once('close', (code) => {
  console.log(existsSync(report) ? readFileSync(report, 'utf8') : 'The suite ended before it had anything to report.');
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

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
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    ...process.env,
    RECOURSE_ADVERSARIAL: 'whole',
    RECOURSE_ADVERSARIAL_REPORT: report,
    ...(values.only !== undefined && { RECOURSE_ADVERSARIAL_ONLY: values.only }),
  },
});
let errors = '';
child.stderr.on('data', (chunk) => {
  errors = `${errors}${chunk}`.slice(-20_000);
});
child.once('close', (code) => {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
  console.log(text ?? `The suite ended before it had anything to report.\n${errors}`);
  rmSync(folder, { recursive: true, force: true });
  // A filter that matches no case has tested nothing.
  const isEmpty = text === undefined || /^0 hostile and 0 honest/m.test(text);
  process.exitCode = isEmpty ? 2 : (code ?? 1);
});

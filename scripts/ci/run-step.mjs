import { spawn } from 'node:child_process';

/**
 * Runs one command and reports what it printed, how long it took and how many tests it counted. Output is kept until
 * the end unless `live` is set, so that parallel steps do not mix their lines.
 */
export const runStep = async ({ name, command, live = false, env = {} }, cwd) => {
  const startedAt = performance.now();
  const [program, ...programArguments] = command;
  const child = spawn(program, programArguments, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      chunks.push(chunk);
      if (live) process.stdout.write(chunk);
    });
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
  const output = Buffer.concat(chunks).toString('utf8');
  const counts = countsIn(output);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, status: statusOf(status, counts), output, live, seconds, counts };
};

/** A suite that counted a failed test has failed, even if its process ended with status 0. */
export const statusOf = (status, counts) => (status === 0 && counts.failed > 0 ? 1 : status);

/** Adds up the closing lines `N passed, N failed[, N skipped]` that the count reporter prints. */
export const countsIn = (output) => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, skipped] of output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gmu)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(skipped ?? 0);
  }
  return counts;
};

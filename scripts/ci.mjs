/** Runs everything that CI checks, prints the time of each step, and ends with the sum of all test counts. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './ci/run-step.mjs';
import { stages } from './ci/steps.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const atOnce = 2;
const done = [];

const show = ({ name, status, output, live, seconds }) => {
  if (!live) process.stdout.write(`\n── ${name}\n${output}`);
  console.log(`\n${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds.toFixed(1)} s`);
};

/** Runs the steps of a stage two at a time. A failed step does not stop its neighbours, so that one run shows all. */
const runStage = async ({ steps }) => {
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step, root);
      done.push(result);
      show(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

const summarise = () => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  console.log('\nTime of each step');
  for (const { name, status, seconds, counts: counted } of done) {
    for (const kind of Object.keys(counts)) counts[kind] += counted[kind];
    console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${name}${status === 0 ? '' : '  FAILED'}`);
  }
  console.log(`  ${(performance.now() / 1000).toFixed(1).padStart(7)} s  in all\n`);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
};

rmSync(path.join(root, 'coverage'), { recursive: true, force: true });
for (const stage of stages) {
  console.log(`\n═══ ${stage.name}`);
  await runStage(stage);
  if (done.some(({ status }) => status !== 0)) break;
}
summarise();
if (done.some(({ status }) => status !== 0)) process.exitCode = 1;

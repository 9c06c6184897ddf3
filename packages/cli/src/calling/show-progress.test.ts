import { expect, it } from 'vitest';
import { showProgress } from './show-progress.ts';

it('prints at most one line per second', () => {
  const lines: string[] = [];
  let now = 0;
  const show = showProgress(
    (line) => lines.push(line),
    () => now,
  );
  show({ progress: 1, total: 10, message: 'Reading' });
  show({ progress: 2, total: 10, message: 'Reading' });
  now = 1_000;
  show({ progress: 7, total: 10 });
  now = 2_500;
  show({ progress: 9, message: 'x'.repeat(5_000) });
  expect(lines).toEqual(['  progress: 1 of 10, Reading', '  progress: 7 of 10', `  progress: 9, ${'x'.repeat(200)}`]);
});

import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

describe('recourse launch demo', () => {
  it('launches a sample product offline, up to an open pull request', async () => {
    const { exit, out, err } = await runWithFakeIo(['launch', 'demo'], { cwd: writeFolder({}) });
    expect(`${out}\n${err}`).toMatch(/Pull request http:\/\/127\.0\.0\.1:\d+\/acme\/docs\/pull\/\d+/);
    expect(out).toContain('→ READY_FOR_PR');
    expect(exit).toBe(0);
    // A whole launch with git and hugo, on a machine that may be busy.
  }, 300_000);
});

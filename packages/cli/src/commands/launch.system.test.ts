import { describe, expect, it } from 'vitest';
import { openLaunchWorld } from '../testing/launch-world.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

/** A whole launch with git and hugo, on a machine that may be busy. */
const longMs = 300_000;

describe('recourse launch demo', () => {
  it(
    'launches a sample product offline, up to an open pull request',
    async () => {
      const { exit, out, err } = await runWithFakeIo(['launch', 'demo'], { cwd: writeFolder({}) });
      expect(`${out}\n${err}`).toMatch(/Pull request http:\/\/127\.0\.0\.1:\d+\/acme\/docs\/pull\/\d+/);
      expect(out).toContain('→ READY_FOR_PR');
      expect(exit).toBe(0);
    },
    longMs,
  );

  it.each(['→ CLONED_INPUTS', '→ VALIDATING', '→ READY_FOR_PR'])(
    'stops after %s when it is interrupted, and publishes nothing',
    async (place) => {
      const interrupt = new AbortController();
      const lines: string[] = [];
      const { exit, err } = await runWithFakeIo(['launch', 'demo'], {
        cwd: writeFolder({}),
        signal: interrupt.signal,
        out: (text) => {
          lines.push(text);
          if (text.includes(place)) interrupt.abort();
        },
      });
      expect({ exit, err }).toEqual({ exit: 130, err: 'Stopped. The demo leaves nothing behind.' });
      expect(lines.join('\n')).not.toMatch(/PR_OPENED|Pull request|ended/);
    },
    longMs,
  );
});

describe('recourse launch start', () => {
  it(
    'works on the run until it is ready for its pull request',
    async () => {
      const { cwd, environment } = await openLaunchWorld();
      const line = ['launch', 'start', 'run.yaml', '--watch', '--fix', '--key', 'k'];
      const { exit, out, err } = await runWithFakeIo(line, { cwd, environment });
      expect(`${out}\n${err}`).toMatch(/Run (r_\S+) is ready\./);
      expect(exit).toBe(0);
      const again = await runWithFakeIo(['launch', 'start', 'run.yaml', '--key', 'k', '--json'], { cwd, environment });
      expect(JSON.parse(again.out)).toMatchObject({ state: 'READY_FOR_PR', replayed: true });
    },
    longMs,
  );
});

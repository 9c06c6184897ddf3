import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PluginProcess } from './plugin-process.ts';

describe('a plugin whose process cannot be started', () => {
  it.runIf(process.platform === 'linux')('has ended, with the reason', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recourse-plugin-'));
    // The process is started through setpriv; this one is not executable.
    writeFileSync(path.join(folder, 'setpriv'), '', { mode: 0o600 });
    const place = { file: 'plugin.mjs', runner: 'runner.mjs', readable: [] };
    const { ended } = new PluginProcess({
      place,
      environment: { PATH: folder },
      onMessage: () => undefined,
    });
    expect(await ended).toEqual({ reason: 'its process could not be started', outputTail: '' });
  });
});

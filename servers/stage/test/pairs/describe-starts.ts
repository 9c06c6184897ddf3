import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkStage } from '../../src/testing/linked-stage.ts';
import { pairEnvironment, sampled } from './pair-stage.ts';
import type { PairStage } from './pair-stage.ts';

/** The pairs of calls without a session, and of sessions that cannot be opened. */
export const describeStarts = (open: () => PairStage): void => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer((socket) => void socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => void silent.close());
  const silentPort = (): number => (silent.address() as AddressInfo).port;

  describe('codes of a stage without a session:', () => {
    it('BAD_ARGUMENT answers with it for an argument that it does not have', async () => {
      const { provoke } = open();
      expect(await provoke('BAD_ARGUMENT', (tool) => ({ ...sampled(tool), surplus: 1 }))).toEqual([]);
    });

    it('NOT_RUNNING answers with it', async () => {
      expect(await open().provoke('NOT_RUNNING', (tool) => sampled(tool))).toEqual([]);
    });

    it.each([
      ['EVAL_SYNTAX_ERROR', '('],
      ['EVAL_BLOCKED_KEYWORD', 'process.exit(1)'],
      ['EVAL_BLOCKED_CONSTRUCT', 'globalThis["Function"]'],
    ])('%s answers with it for the code %s', async (code, text) => {
      expect(await open().provoke(code, () => ({ code: text }))).toEqual([]);
    });

    it.each([
      ['FILE_NOT_FOUND', '/nowhere/main.js'],
      ['ABSOLUTE_PATH_REQUIRED', 'main.js'],
    ])('%s answers with it for the app %s', async (code, main) => {
      expect(await open().call('electron_launch', { main })).toMatchObject({ code });
    });
  });

  describe('codes of a start that fails:', () => {
    /** A program that prints a line and does nothing else. */
    const programWith = (name: string, line: string): string => {
      const file = path.join(open().folder, name);
      writeFileSync(file, `#!/bin/sh\n${line}\nexec sleep 60\n`, { mode: 0o755 });
      return file;
    };
    const debuggerAt = (port: number): string => `echo 'DevTools listening on ws://127.0.0.1:${port}/devtools' >&2`;
    const programs = {
      LAUNCH_FAILED: () => '/bin/true',
      LAUNCH_TIMEOUT: () => programWith('quiet', ''),
      CDP_DISCONNECTED: () => programWith('refusing', debuggerAt(1)),
      CDP_TIMEOUT: () => programWith('stalling', debuggerAt(silentPort())),
    } as const;

    it('electron_launch and electron_open_page answer with each', async () => {
      const { folder, pairs } = open();
      const started = Object.entries(programs).map(async ([code, write]) => {
        const program = write();
        const environment = { ...pairEnvironment, STAGE_CHROMIUM: program, STAGE_APP_ROOTS: '/' };
        const other = await linkStage(environment, folder);
        const timeoutMs = { LAUNCH_TIMEOUT: 200, CDP_TIMEOUT: 3000 }[code] ?? 30_000;
        const [launched, opened] = await Promise.all([
          pairs.call(other, 'electron_launch', { executablePath: program, timeoutMs, allowMultiple: true }),
          pairs.call(other, 'electron_open_page', { url: 'http://127.0.0.1:1/', timeoutMs }),
        ]);
        await other.close();
        expect(launched).toMatchObject({ code });
        expect(opened).toMatchObject({ code });
      });
      await Promise.all(started);
    });

    it('electron_launch answers with FUSES_BLOCK_LAUNCH for a build that forbids it', async () => {
      const { folder, pairs } = open();
      const program = path.join(folder, 'fused');
      // The marker of the fuses, their version and number, and their states.
      const wire = [Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, 8]), Buffer.from('10001000')];
      writeFileSync(program, Buffer.concat(wire), { mode: 0o755 });
      const main = path.join(folder, 'main.js');
      writeFileSync(main, '');
      const other = await linkStage({ ...pairEnvironment, STAGE_ELECTRON: program }, folder);
      expect(await pairs.call(other, 'electron_launch', { main })).toMatchObject({ code: 'FUSES_BLOCK_LAUNCH' });
      await other.close();
    });

    it('electron_attach answers with CDP_TIMEOUT and CDP_DISCONNECTED', async () => {
      const { call } = open();
      const stalled = await call('electron_attach', { port: silentPort(), timeoutMs: 200 });
      expect(stalled).toMatchObject({ code: 'CDP_TIMEOUT' });
      expect(await call('electron_attach', { port: 1 })).toMatchObject({ code: 'CDP_DISCONNECTED' });
    });
  });
};

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expectFailure, spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../packages/stores/src/testing/create-database.ts';
import { startPostgres } from '../packages/stores/src/testing/start-postgres.ts';
import type { PostgresForTest } from '../packages/stores/src/testing/start-postgres.ts';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
const fixture = path.join(import.meta.dirname, 'fixtures', 'ticket-server.mjs');
const key = 'ab'.repeat(32);

const database = await createDatabase();
afterAll(() => database?.remove());

const places = [
  { kind: 'sqlite', environment: {} },
  ...(database ? [{ kind: 'postgres', environment: { RECOURSE_DATABASE_URL: database.url, RECOURSE_KEY: key } }] : []),
];

describe.each(places)('a call that waits for a person, with its state in $kind', ({ kind, environment }) => {
  let cwd: string;
  let env: Record<string, string>;
  let agent: Spawned;
  beforeEach(async () => {
    cwd = mkdtempSync(path.join(tmpdir(), 'recourse-approvals-'));
    const schema = `approvals_${path.basename(cwd).slice(-6).toLowerCase()}`;
    const store = kind === 'postgres' ? { kind, schema } : { kind };
    writeFileSync(
      path.join(cwd, 'recourse.config.json'),
      JSON.stringify({ policy: { consent: 'person' }, approvals: { local: true }, store }),
    );
    env = { ...environment, PATH: process.env['PATH'] ?? '', USER: 'grace' };
    agent = await spawnClient({ args: [fixture], cwd, env });
  });
  afterEach(async () => {
    await agent.close();
    rmSync(cwd, { recursive: true });
  });

  const recourse = async (...line: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...line], { cwd, env });
    return stdout;
  };
  const closed = (): readonly string[] => {
    const file = path.join(cwd, 'closed.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  /** Asks for a ticket to be closed, and answers with the token and the id of the question. */
  const ask = async (id: number): Promise<{ token: string; approval: string }> => {
    const asked = await agent.callTool('close_ticket', { id });
    const { failure } = expectFailure(asked).toBe('CONFIRMATION_REQUIRED').toMatch({ recovery: 'wait' });
    const token = String(failure.details?.['confirmation_token']);
    const pending = JSON.parse(await recourse('approvals', 'show', token, '--json'));
    expect(pending).toMatchObject({ principal: 'local', operation: 'close_ticket', arguments: { id } });
    return { token, approval: pending.id };
  };

  it('passes once when it is confirmed after an approval in another process', async () => {
    const { token, approval } = await ask(7);
    expectFailure(await agent.callTool('recourse_confirm', { confirmation_token: token })).toBe(
      'CONFIRMATION_REQUIRED',
    );
    expect(await recourse('approvals', 'approve', approval)).toMatch(/^Approved: close_ticket \{"id":7\} for local\n/);
    const made = await agent.callTool('recourse_confirm', { confirmation_token: token });
    expect(made.structuredContent).toMatchObject({ ok: true, id: 7, closed: true });
    expectFailure(await agent.callTool('recourse_confirm', { confirmation_token: token })).toBe('TOKEN_ALREADY_USED');
    expect(closed()).toEqual(['7']);
  });

  it('passes once with its token, and lets no call pass with another argument', async () => {
    const { token: confirmationToken, approval } = await ask(7);
    await recourse('approvals', 'approve', approval);
    const other = await agent.callTool('close_ticket', { id: 8 }, { confirmationToken });
    expectFailure(other).toBe('TOKEN_SCOPE_MISMATCH');
    const noted = await agent.callTool('close_ticket', { id: 7, note: 'x' }, { confirmationToken });
    expectFailure(noted).toBe('TOKEN_SCOPE_MISMATCH');
    const made = await agent.callTool('close_ticket', { id: 7 }, { confirmationToken });
    expect(made.structuredContent).toMatchObject({ ok: true });
    expectFailure(await agent.callTool('close_ticket', { id: 7 }, { confirmationToken })).toBe('TOKEN_ALREADY_USED');
    expect(closed()).toEqual(['7']);
  });

  it('passes once when it is simply repeated, and is asked about again the time after', async () => {
    const { token, approval } = await ask(7);
    const again = expectFailure(await agent.callTool('close_ticket', { id: 7 })).toBe('CONFIRMATION_REQUIRED');
    expect(again.failure.details?.['confirmation_token']).toBe(token);
    await recourse('approvals', 'approve', approval);
    expectFailure(await agent.callTool('close_ticket', { id: 8 })).toBe('CONFIRMATION_REQUIRED');
    expectFailure(await agent.callTool('close_ticket', { id: 7, note: 'x' })).toBe('CONFIRMATION_REQUIRED');
    const results = await Promise.all(Array.from({ length: 5 }, () => agent.callTool('close_ticket', { id: 7 })));
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
    expectFailure(await agent.callTool('close_ticket', { id: 7 })).toBe('CONFIRMATION_REQUIRED');
    expect(closed()).toEqual(['7']);
  });

  it('is rejected for good once it was denied', async () => {
    const { token: confirmationToken, approval } = await ask(7);
    await recourse('approvals', 'deny', approval, '--reason', 'not today');
    for (const options of [{ confirmationToken }, {}]) {
      expectFailure(await agent.callTool('close_ticket', { id: 7 }, options))
        .toBe('CONFIRMATION_DENIED')
        .toHaveDetails({ decided_by: expect.stringMatching(/^os:/) as string, reason: 'not today' });
    }
    expect(closed()).toEqual([]);
  });

  it('is recorded, and shown by recourse events --follow until Ctrl+C', async () => {
    await recourse('store', 'migrate');
    const follower = spawn(
      process.execPath,
      [main, 'events', '--follow', '--code', 'CONFIRMATION_REQUIRED', '--json'],
      {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(follower, 'exit');
    await agent.callTool('close_ticket', { id: 7 });
    const [chunk] = (await once(follower.stdout, 'data')) as [Buffer];
    expect(JSON.parse(chunk.toString())).toMatchObject({ tool: 'close_ticket', code: 'CONFIRMATION_REQUIRED' });
    follower.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });
});

describe.runIf(database)('a store that is away', () => {
  let server: PostgresForTest | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  it('is waited for by recourse events --follow', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-away-'));
    writeFileSync(path.join(cwd, 'recourse.config.json'), '{ "store": { "kind": "postgres", "schema": "away" } }');
    const env = { RECOURSE_DATABASE_URL: server?.url ?? '', RECOURSE_KEY: key, PATH: process.env['PATH'] ?? '' };
    await promisify(execFile)(process.execPath, [main, 'store', 'migrate'], { cwd, env });
    const follower = spawn(process.execPath, [main, 'events', '--follow', '--json'], { cwd, env });
    const ended = once(follower, 'exit');
    let said = '';
    const heard = (part: string): Promise<void> =>
      new Promise((resolve) => {
        const listen = (chunk: Buffer): void => {
          said += chunk.toString();
          if (said.includes(part)) resolve();
        };
        follower.stderr.on('data', listen);
      });
    const agent = await spawnClient({ args: [fixture], cwd, env });
    const [first] = await Promise.all([once(follower.stdout, 'data'), agent.callTool('close_ticket', { id: 7 })]);
    expect(String(first)).toContain('TOOL_CALL_STARTED');
    await agent.close();
    const away = heard('Waiting for the store.');
    await server?.stop();
    await away;
    const back = heard('The store is available again.');
    await server?.start();
    await back;
    const again = await spawnClient({ args: [fixture], cwd, env });
    await Promise.all([once(follower.stdout, 'data'), again.callTool('close_ticket', { id: 8 })]);
    await again.close();
    follower.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(said.match(/unavailable/g)).toHaveLength(1);
    rmSync(cwd, { recursive: true });
  });
});

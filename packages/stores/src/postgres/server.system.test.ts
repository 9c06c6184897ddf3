import { driveAdmissions } from '@recourse/testkit';
import { randomUUID } from 'node:crypto';
import { succeed } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { repetitions } from '@recourse/testkit/repetitions';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { startProcess } from '../testing/start-process.ts';
import { currentVersion } from './migrations.ts';
import { openPostgres } from './open.ts';
import { issueToken, question } from '../testing/issue-token.ts';

const server = await startPostgres();
afterAll(() => server?.remove());

const claim = {
  principal: 'ada\u0000',
  operation: 'close_ticket',
  key: 'key\u0000',
  digest: 'd',
  retentionMs: 60_000,
  idempotent: false,
};
const rule = { metric: 'closes', count: 'attempts', windowMs: 3_600_000 } as const;
const rounds = repetitions({ atLeast: 1, full: 5 });

describe.runIf(server)('a real server', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const open = async (more = {}) => {
    const opened = await openPostgresForTest(server, more);
    closing.push(opened.close);
    return opened;
  };
  const run = async (sql: string): Promise<readonly object[]> => {
    const client = new pg.Client({ connectionString: server?.url });
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('has one schema when four processes start at the same moment', async () => {
    const settings = {
      kind: 'postgres',
      url: server?.url ?? '',
      schema: 'many_at_once',
      key: 'ab'.repeat(32),
    } as const;
    const started = await Promise.all(Array.from({ length: 4 }, () => startProcess('store-process.mjs', settings)));
    for (const one of started) expect(await one.ask({ task: 'reserve', stop: 1, times: 1 })).toHaveLength(1);
    for (const one of started) await one.kill();
    expect(await run('SELECT version FROM many_at_once.version')).toEqual([{ version: currentVersion }]);
  });

  it('is refused when a newer program has written it', async () => {
    const { settings } = await open();
    await run(`UPDATE ${settings.schema}.version SET version = 99`);
    await expect(openPostgres(settings, {})).rejects.toThrow(`supports versions up to ${currentVersion}`);
  });

  it('holds nothing without a key, and still never makes a call twice', async () => {
    const { settings } = await open();
    const { key: _, ...keyless } = settings;
    const stores = await openPostgres(keyless, {});
    closing.push(stores.close);
    expect(stores.tokens.holds).toBe(false);
    const waiting = { ...question, shared: true, expires_at: Date.now() + 60_000 };
    const token = await issueToken(stores.tokens, waiting);
    expect(await issueToken(stores.tokens, waiting)).toBe(token);
    const claimed = await driveAdmissions(stores).claim(claim);
    await driveAdmissions(stores).settle(claimed.state === 'claimed' ? claimed.id : '', succeed({ id: 7 }));
    expect(await driveAdmissions(stores).claim(claim)).toMatchObject({ state: 'lost' });
  });

  it('goes by the clock of the server unless it is given one', async () => {
    const { stores } = await open();
    const token = await issueToken(stores.tokens, { ...question, expires_at: Date.now() + 60_000 });
    const [pending] = await stores.approvals.list();
    expect(Math.abs((pending?.issued_at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await stores.approvals.approve(token, { decided_by: 'grace', via: 'key' })).toBe('approved');
  });

  it('wants a url, and says which server does not answer', async () => {
    await expect(openPostgres({}, {})).rejects.toThrow(/RECOURSE_DATABASE_URL/);
    const nowhere = { url: 'postgres://recourse@127.0.0.1:1/postgres', connectMs: 2000 };
    await expect(openPostgres(nowhere, {})).rejects.toThrow(StoreUnavailableError);
    await expect(openPostgres({ url: server?.url ?? '', schema: 'a; DROP' }, {})).rejects.toThrow(
      /not a valid schema name/,
    );
  });

  it('is unavailable while it is stopped, comes back by itself, and has counted nothing twice', async () => {
    const { stores } = await open({ connections: 4 });
    const counted = { principal: 'ada', operation: 'close_ticket', key: '', rule };
    const ending = new AbortController();
    let [confirmed, refused] = [0, 0];
    const lane = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        try {
          await driveAdmissions(stores).reserve(counted);
          confirmed += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailableError);
          expect((error as StoreUnavailableError).retryAfterMs).toBeGreaterThanOrEqual(1000);
          refused += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    const lanes = Array.from({ length: 8 }, lane);
    const until = async (reached: () => boolean): Promise<void> => {
      while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await until(() => confirmed > 50);
    await server?.stop();
    await until(() => refused > 20);
    await expect(stores.keys.find('rk_any')).rejects.toThrow(StoreUnavailableError);
    const before = confirmed;
    await server?.start();
    await until(() => confirmed > before + 50);
    ending.abort();
    await Promise.all(lanes);
    const { current } = await driveAdmissions(stores).reserve(counted);
    // An answer that was cut off may stand for a call that was counted: at most one for each lane.
    expect(current).toBeGreaterThanOrEqual(confirmed + 1);
    expect(current).toBeLessThanOrEqual(confirmed + 1 + lanes.length);
  });

  it('lets a server answer while it is stopped, make no call twice, and lose no event', async () => {
    const { stores } = await open({ connections: 4, connectMs: 2000, statementMs: 2000 });
    const made = new Map<string, number>();
    const input = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
    const define = (name: string, more: Pick<Parameters<typeof defineTool>[0], 'operation' | 'danger' | 'quotas'>) =>
      defineTool({
        name,
        description: 'Counts.',
        input,
        errors: [],
        ...more,
        run: ({ arguments: given }) => {
          const line = String(given['line']);
          made.set(line, (made.get(line) ?? 0) + 1);
          return { line };
        },
      });
    const events = createEventBuffer(stores.events, { answerMs: 200, retryMs: 20, longestRetryMs: 100 });
    const lines = createServer({
      name: 'lines',
      tools: [
        define('add_line', { operation: 'command', danger: 'reversible', quotas: [{ ...rule, stop: 10_000_000 }] }),
        define('look', { operation: 'query', danger: 'safe' }),
      ],
      stores,
      record: { events, arguments: 'redacted' },
    });
    const call = (tool: string, line: string) =>
      lines.call({
        tool,
        arguments: { line },
        ...(tool === 'add_line' && { meta: { idempotency_key: line } }),
        caller: { transport: 'stdio', local: true },
      });
    const ending = new AbortController();
    const counts = { answered: 0, refused: 0, looked: 0 };
    const answered: string[] = [];
    const add = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const line = randomUUID();
        const outcome = await call('add_line', line);
        if (outcome.ok) {
          counts.answered += 1;
          answered.push(line);
          continue;
        }
        expect(outcome).toMatchObject({ code: 'INTERNAL_STORE_UNAVAILABLE', retryable: true, effect: 'none' });
        counts.refused += 1;
        // A second attempt never makes the call twice, however the first one ended.
        const again = await call('add_line', line);
        if (again.ok) answered.push(line);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const look = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        expect(await call('look', 'looked')).toMatchObject({ ok: true });
        counts.looked += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    const until = async (reached: () => boolean): Promise<void> => {
      while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const lanes = [...Array.from({ length: 8 }, add), look()];
    for (let round = 0; round < rounds; round += 1) {
      const before = { ...counts };
      await until(() => counts.answered > before.answered + 50);
      await server?.stop();
      await until(() => counts.refused > before.refused + 20);
      const looked = counts.looked;
      await until(() => counts.looked > looked + 5);
      await server?.start();
      await until(() => counts.answered > before.answered + 100);
    }
    ending.abort();
    await Promise.all(lanes);
    expect(await events.close(60_000)).toBe(0);
    expect(events.counts().dropped).toBe(0);
    made.delete('looked');
    expect(Math.max(...made.values())).toBe(1);
    const ended: string[] = [];
    for (let after = 0; ;) {
      const some = await stores.events.read({ after, tool: 'add_line' });
      const finished = some.filter(({ type }) => type === 'TOOL_CALL_FINISHED');
      ended.push(...finished.map(({ data }) => JSON.stringify(data['arguments'])));
      const last = some.at(-1);
      if (!last) break;
      after = last.position;
    }
    expect(ended.toSorted()).toEqual(answered.map((line) => JSON.stringify({ line })).toSorted());
  });
});

import { describe, expect, it } from 'vitest';
import { StageError } from '../failing.ts';
import type { Session, SessionEnd } from './session.ts';
import { Sessions } from './sessions.ts';

type FakeSession = Session & { readonly ended: Promise<SessionEnd>; readonly stop: never };

/** A session that ends when it is told to. */
const createSession = (id: string) => {
  let finish: (end: SessionEnd) => void = () => undefined;
  const ended = new Promise<SessionEnd>((resolve) => (finish = resolve));
  const session = {
    id,
    pid: 1,
    isOwned: true,
    end: undefined as SessionEnd | undefined,
    ended,
    kill: () => Promise.resolve(end()),
    connected: () => Promise.resolve(),
  };
  const end = (signal?: string): void => {
    session.end = { reason: 'crashed', endedAt: '2026-01-01T00:00:00Z', ...(signal !== undefined && { signal }) };
    finish(session.end);
  };
  return { session: session as unknown as FakeSession, end };
};

const { signal } = new AbortController();
const open = async (sessions: Sessions, alone = false) => {
  const made: ReturnType<typeof createSession>[] = [];
  await sessions.open({ alone, signal }, (id) => {
    const one = createSession(id);
    made.push(one);
    return Promise.resolve(one.session);
  });
  return made[0] as ReturnType<typeof createSession>;
};

const failureOf = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    if (error instanceof StageError) return error.failure;
  }
  return undefined;
};

describe('sessions', () => {
  it('can be omitted if there is only one, and must be given if there are several', async () => {
    const sessions = new Sessions();
    expect(await failureOf(() => sessions.find())).toMatchObject({ code: 'NOT_RUNNING' });
    expect(sessions.subject(undefined)).toBeUndefined();
    const { session } = await open(sessions);
    expect(sessions.find()).toBe(session);
    expect(sessions.subject(undefined)).toEqual({ type: 'session', id: 'session-1' });
    await open(sessions);
    expect(await failureOf(() => sessions.find())).toMatchObject({
      code: 'SESSION_AMBIGUOUS',
      details: { session_ids: ['session-1', 'session-2'] },
    });
    expect(sessions.subject(undefined)).toBeUndefined();
    expect(sessions.find('session-1')).toBe(session);
  });

  it('leave room for the next one if their app turns out to have crashed', async () => {
    const sessions = new Sessions();
    const { session, end } = await open(sessions, true);
    let settle = (): void => undefined;
    const lost = new Promise<void>((resolve) => (settle = resolve));
    Object.assign(session, { connected: () => lost });
    const opening = open(sessions, true);
    end('SIGSEGV');
    settle();
    await opening;
    expect(sessions.find().id).toBe('session-2');
  });

  it('fail with NOT_RUNNING as soon as their app has exited', async () => {
    const sessions = new Sessions();
    const { end } = await open(sessions);
    end('SIGSEGV');
    const expected = { code: 'NOT_RUNNING', details: { session_id: 'session-1', signal: 'SIGSEGV' } };
    expect(await failureOf(() => sessions.find('session-1'))).toMatchObject(expected);
    expect(await failureOf(() => sessions.find())).toMatchObject(expected);
    expect(sessions.live()).toEqual([]);
    await open(sessions, true);
    expect(sessions.find().id).toBe('session-2');
    expect(await failureOf(() => sessions.find('session-1'))).toMatchObject(expected);
  });

  it('name no subject for ids that are not valid', () => {
    const sessions = new Sessions();
    for (const id of [7, '../x', 'session-', '', null, {}]) expect(sessions.subject(id)).toBeUndefined();
  });

  it('are limited in number', async () => {
    const sessions = new Sessions();
    const opened = await Promise.all(Array.from({ length: 16 }, () => open(sessions)));
    const refused = await failureOf(() => open(sessions));
    expect(refused).toMatchObject({ code: 'ALREADY_RUNNING', message: expect.stringContaining('16 apps') as string });
    opened[3]?.end();
    await expect(open(sessions)).resolves.toBeDefined();
  });

  it('that are being opened count, and are given up when all sessions are closed', async () => {
    const sessions = new Sessions();
    const opening = sessions.open({ alone: true, signal }, (_, over) => {
      return new Promise<never>((_resolve, reject) => {
        over.addEventListener('abort', () => reject(over.reason as Error), { once: true });
      });
    });
    const settled = failureOf(() => opening);
    expect(await failureOf(() => open(sessions, true))).toMatchObject({ code: 'ALREADY_RUNNING' });
    await sessions.close();
    await settled;
    await expect(opening).rejects.toThrow('shutting down');
    await expect(open(sessions, true)).resolves.toBeDefined();
  });
});

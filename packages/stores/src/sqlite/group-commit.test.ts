import { describe, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';

/** A connection that commits everything, after it was busy some times. */
const connectionOf = (busyTimes = 0): Connection => {
  let left = busyTimes;
  const run = (statement: string): void => {
    if (statement !== 'BEGIN IMMEDIATE' || left === 0) return;
    left -= 1;
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  return { file: ':memory:', run, rollback: () => undefined } as unknown as Connection;
};

describe('GroupCommit', () => {
  it.each([
    ['when a group takes so long that the rest must wait', connectionOf(), -1],
    ['when another process holds the lock meanwhile', connectionOf(3), 60_000],
  ])('decides everything that was asked for before it ends, %s', async (_, connection, groupMs) => {
    const group = new GroupCommit(connection, { waitMs: 60_000, groupMs });
    const decisions = [1, 2, 3].map((value) => group.write(() => value));
    await group.end();
    await expect(Promise.all(decisions)).resolves.toEqual([1, 2, 3]);
  });

  it('rejects what is asked for after that', async () => {
    const group = new GroupCommit(connectionOf(), { waitMs: 60_000, groupMs: 60_000 });
    await group.end();
    await expect(group.write(() => 1)).rejects.toThrow('The SQLite store is unavailable');
  });

  it('ends although another process never releases the lock', async () => {
    const group = new GroupCommit(connectionOf(Number.POSITIVE_INFINITY), { waitMs: 0, groupMs: 60_000 });
    const decision = group.write(() => 1);
    const rejected = expect(decision).rejects.toThrow();
    await group.end();
    await rejected;
  });
});

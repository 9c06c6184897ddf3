import { describe, expect, it } from 'vitest';
import { limitPresets } from './limit-settings.ts';
import { PrimaryLimit } from './primary-limit.ts';
import { SecondaryLimit } from './secondary-limit.ts';

const { primary, secondary } = limitPresets.github;

describe('the primary limit', () => {
  it('counts each caller and bucket in windows of their own', () => {
    const limit = new PrimaryLimit(primary);
    for (let used = 0; used < 60; used += 1) expect(limit.take('ip:a', 'core', 0)).toBe(true);
    expect(limit.take('ip:a', 'core', 1000)).toBe(false);
    expect(limit.take('ip:b', 'core', 1000)).toBe(true);
    expect(limit.take('ip:a', 'search', 1000)).toBe(true);
    expect(limit.look('ip:a', 'core', 1000)).toEqual({ limit: 60, used: 60, remaining: 0, reset: 3600 });
    expect(limit.take('ip:a', 'core', 3_600_000)).toBe(true);
  });

  it('gives back what was free of charge', () => {
    const limit = new PrimaryLimit(primary);
    limit.take('user:1:1', 'core', 0);
    limit.giveBack('user:1:1', 'core', 0);
    expect(limit.look('user:1:1', 'core', 0).used).toBe(0);
  });
});

describe('the secondary limit', () => {
  it('refuses the eighty-first write of a minute, and lets reads go on', () => {
    const limit = new SecondaryLimit(secondary);
    const enter = (method: string, atMs: number): boolean => {
      const entered = limit.enter('c', method, atMs);
      if ('leave' in entered) entered.leave();
      return 'leave' in entered;
    };
    for (let count = 0; count < 80; count += 1) expect(enter('POST', count)).toBe(true);
    expect(enter('POST', 100)).toBe(false);
    expect(enter('GET', 100)).toBe(true);
    expect(enter('POST', 61_000)).toBe(true);
  });

  it('refuses the hundred-and-first at the same time', () => {
    const limit = new SecondaryLimit(secondary);
    const running = Array.from({ length: 100 }, () => limit.enter('c', 'GET', 0));
    expect(running.every((entered) => 'leave' in entered)).toBe(true);
    expect(limit.enter('c', 'GET', 0)).toEqual({ retryAfterSeconds: 60 });
    const [first] = running;
    if (first && 'leave' in first) first.leave();
    expect('leave' in limit.enter('c', 'GET', 0)).toBe(true);
  });
});

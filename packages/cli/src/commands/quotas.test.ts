import { driveAdmissions } from '@recourse/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const quotas = {
  '*': [{ metric: 'calls', window: 'hour', stop: 2 }],
  find_ticket: [{ metric: 'finds', windowSeconds: 60, warn: 1, pause: 5 }],
};
let cwd: string;
let time: number;
const now = (): number => time;
beforeEach(() => {
  cwd = writeFolder({ 'recourse.config.json': JSON.stringify({ quotas }) });
  time = Date.UTC(2026, 0, 1);
});
const recourse = (...line: readonly string[]) => runWithFakeIo(['quotas', ...line], { cwd, now });

describe('recourse quotas', () => {
  it('shows the calls by caller and tool, the limits, and the time until reset', async () => {
    const tickets = await openTickets({ cwd, now });
    await tickets.call('find_ticket', { id: 1 });
    time += 30_000;
    await tickets.call('find_ticket', { id: 2 });
    expect(await recourse()).toEqual({
      exit: 0,
      err: '',
      out: [
        'WHO    WHAT         METRIC  KEY  CALLS  IN     LIMITS           STATE    RESETS IN',
        'local  find_ticket  calls   -    2      1 h    stop 2           stopped  59 min 30 s',
        'local  find_ticket  finds   -    2      1 min  warn 1, pause 5  warns    30 s',
      ].join('\n'),
    });
    const shown = JSON.parse((await recourse('--principal', 'local', '--json')).out);
    expect(shown.quotas).toMatchObject([
      { metric: 'calls', calls: 2, thresholds: { stop: 2 } },
      { metric: 'finds', calls: 2, resets_at: time + 30_000, thresholds: { warn: 1, pause: 5 } },
    ]);
    expect(JSON.parse((await recourse('--principal', 'ada', '--json')).out)).toEqual({ quotas: [] });
  });

  it('marks limits that only the server knows, and lifted pauses', async () => {
    const { stores } = await openTickets({ cwd, now });
    const rule = { metric: 'closes', count: 'attempts', windowMs: 60_000, pause: 1 } as const;
    const request = { principal: 'ada', operation: 'close_ticket', key: 'T-1', rule };
    await driveAdmissions(stores).reserve(request);
    await driveAdmissions(stores).grant(request, now() + 60_000);
    const { out } = await recourse();
    expect(out.split('\n')[1]).toBe(
      'ada  close_ticket  closes  T-1  2      1 min  set by its tool  pause lifted  1 min',
    );
  });

  it('reports that the list is truncated', async () => {
    const { stores } = await openTickets({ cwd, now });
    const rule = { metric: 'closes', count: 'attempts', windowMs: 60_000 } as const;
    const keys = Array.from({ length: 1001 }, (_, number) => String(number));
    const request = { principal: 'ada', operation: 'close_ticket', rule };
    await stores.admissions.admit({ quotas: keys.map((key) => ({ ...request, key })), boundMs: 60_000 });
    const { exit, out, err } = await recourse();
    expect({ exit, err, lines: out.split('\n').length }).toEqual({
      exit: 0,
      err: 'recourse: Only the first 1000 quotas are shown; there may be more.',
      lines: 1001,
    });
  });

  it('reports that no quotas are in use', async () => {
    await openTickets({ cwd, now });
    expect(await recourse()).toEqual({ exit: 0, err: '', out: 'No quotas are in use.' });
  });
});

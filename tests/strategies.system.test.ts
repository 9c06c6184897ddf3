import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { answerElicitation, recovering } from '@recourse/client';
import type { Question, Recovered, Recovering } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger, wires } from './ledger-process.ts';
import type { LedgerProcess } from './ledger-process.ts';

const main = path.resolve(import.meta.dirname, '..', 'packages', 'cli', 'dist', 'main.js');

describe.each(wires)('a server of its own over $wire, $protocol', (wire) => {
  let ledger: LedgerProcess;
  let client: Recovering;
  const asked: Question[] = [];
  let answers: boolean[] = [];
  const confirm = (question: Question): boolean => {
    asked.push(question);
    return answers.shift() ?? false;
  };
  beforeAll(async () => {
    ledger = openLedger(wire);
    client = recovering(await ledger.connect(), {
      confirm,
      allow: ['open_account', 'list_accounts'],
      now: ledger.now,
      sleep: ledger.sleep,
    });
  });
  afterAll(() => ledger.close());

  /** Recovers a call, and adds the lines that it entered into the ledger. */
  const recover = async (
    name: string,
    args: object = {},
    by: Recovering = client,
  ): Promise<Recovered & { readonly entered: readonly string[] }> => {
    const before = ledger.lines().length;
    const recovered = await by.recover({ name, arguments: { ...args } });
    return { ...recovered, entered: ledger.lines().slice(before) };
  };

  it('retry: is asked again while its upstream is busy, and pays once', async () => {
    ledger.provoke('busy');
    ledger.provoke('busy-again');
    const { end, calls, entered } = await recover('pay', { amount: 1 });
    expect({ end, calls, entered }).toEqual({ end: 'succeeded', calls: 3, entered: ['pay 1'] });
  });

  it('wait: is asked again when its limit has ended', async () => {
    await recover('rate');
    const { end, steps } = await recover('rate');
    expect(end).toBe('succeeded');
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'wait', why: expect.stringContaining('RATE_LIMIT') }));
  });

  it.each([
    [true, 'succeeded', ['close old']],
    [false, 'denied', []],
  ] as const)('confirm: does what was asked about when the answer is %s, by token', async (yes, end, lines) => {
    answers = [yes];
    expect(await recover('close_account', { name: 'old' })).toMatchObject({ end, entered: lines });
    expect(asked.at(-1)).toMatchObject({ message: 'Close old?', reasons: ['It cannot be opened again'] });
  });

  it.each([
    [true, 'succeeded', ['close old']],
    [false, 'denied', []],
  ] as const)('confirm: does what was asked about when the answer is %s, by dialogue', async (yes, end, lines) => {
    const dialogue = answerElicitation(confirm);
    const elicit = (params: object) => dialogue({ params: { ...params, mode: 'form' } as never });
    const own = recovering(await ledger.connect({ elicit }), { now: ledger.now, sleep: ledger.sleep });
    answers = [yes];
    expect(await recover('close_account', { name: 'old' }, own)).toMatchObject({ end, calls: 1, entered: lines });
    expect(asked.at(-1)).toMatchObject({ message: 'Close old?' });
    expect(asked.at(-1)).not.toHaveProperty('tool');
  });

  it('confirm: continues after a pause of its quota when a person lets it', async () => {
    answers = [true];
    await recover('remind');
    const { end, entered, steps } = await recover('remind');
    expect({ end, entered }).toEqual({ end: 'succeeded', entered: ['remind'] });
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'RATE_LIMIT_QUOTA_PAUSE' }));
  });

  it('fix_input: is sent what the failure states exactly, and nothing that it does not', async () => {
    expect(await recover('pay', { amuont: '4' })).toMatchObject({ end: 'succeeded', entered: ['pay 4'] });
    expect(await recover('pay', { amount: 'four' })).toMatchObject({ end: 'handed_over', entered: [] });
  });

  it('discover: is looked up in, and both are handed over', async () => {
    await recover('open_account', { name: 'savings' });
    const { end, failure, result } = await recover('read_account', { name: 'savngs' });
    expect({ end, code: failure?.code }).toEqual({ end: 'handed_over', code: 'NOT_FOUND_RESOURCE' });
    expect(result).toMatchObject({ content: [{}, { text: expect.stringContaining('savings') }] });
  });

  it('change_state: is brought into the state that a call needs, and the call is made', async () => {
    const { end, entered } = await recover('deposit', { name: 'new' });
    expect({ end, entered }).toEqual({ end: 'succeeded', entered: ['open new', 'deposit new'] });
  });

  it.each([
    ['timeout-after', 'verified', ['settle 13']],
    ['timeout-before', 'in_doubt', []],
  ] as const)('verify: is looked at after a %s, and ends %s without a second effect', async (fault, end, entered) => {
    ledger.provoke(fault);
    expect(await recover('settle', { invoice: fault.length })).toMatchObject({ end, entered });
  });

  it('authorize and report: says whom to tell what, and is not asked again', async () => {
    const denied = await recover('audit');
    expect(denied).toMatchObject({ end: 'needs_person', calls: 1, failure: { recovery: 'authorize' } });
    expect(denied.why).toContain('audit');
    expect(await recover('reckon')).toMatchObject({ end: 'needs_person', calls: 1, failure: { recovery: 'report' } });
  });

  it('is not asked a fourth time for what it has refused three times', async () => {
    const ends = [];
    for (let times = 0; times < 4; times += 1) ends.push((await recover('pay', { amount: 'five' })).end);
    expect(ends).toEqual(['handed_over', 'handed_over', 'handed_over', 'gave_up_loop']);
  });
});

describe.each([wires[2], wires[3]])('a server of its own over $wire, $protocol, whose callers have keys', (wire) => {
  let ledger: LedgerProcess;
  beforeAll(() => {
    ledger = openLedger(wire);
  });
  afterAll(() => ledger.close());

  const recourse = async (...line: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...line], { cwd: ledger.folder });
    return stdout.trim();
  };

  it('authorize: tells a person that a key is no longer good, and calls nothing else', async () => {
    const { key, record } = JSON.parse(await recourse('keys', 'create', '--principal', 'ci', '--json'));
    const client = recovering(await ledger.connect({ headers: { authorization: `Bearer ${key}` } }), {
      now: ledger.now,
      sleep: ledger.sleep,
    });
    expect((await client.recover({ name: 'pay', arguments: { amount: 1 } })).end).toBe('succeeded');
    await recourse('keys', 'revoke', record.id);
    const refused = await client.recover({ name: 'pay', arguments: { amount: 2 } });
    expect(refused).toMatchObject({
      end: 'needs_person',
      calls: 1,
      failure: { recovery: 'authorize', effect: 'none' },
    });
    expect(ledger.lines()).toEqual(['pay 1']);
  });
});

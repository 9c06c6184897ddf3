import { fail } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ends } from '../calling/end.ts';
import type { Recovered } from '../calling/recovered.ts';
import type { Step } from '../calling/step.ts';
import { failAsClient } from '../reading/client-codes.ts';
import { createScripted } from '../testing/scripted-client.ts';
import { tellFailure } from './told-failure.ts';
import type { FailedEnd } from './what-to-do.ts';

const recoveredOf = (end: FailedEnd, failure: Failure, more: Partial<Recovered> = {}): Recovered => ({
  end,
  why: '',
  steps: [],
  calls: 1,
  failure,
  explain: () => '',
  ...more,
});
const told = (end: FailedEnd, failure: Failure, more: Partial<Recovered> = {}) =>
  tellFailure(recoveredOf(end, failure, more));

const token = 'a-token-that-opens-the-door';
const question = fail('CONFIRMATION_REQUIRED', {
  operation: 'close',
  danger_level: 'destructive',
  confirmation_message: 'Close it?',
  confirmation_token: token,
  expires_at: '2026-01-01T00:05:00Z',
});
const confirming: NextAction = { tool: 'recourse_confirm', arguments: { confirmation_token: token }, why: 'Confirms.' };
const lost = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false });

describe('what a model is told', () => {
  it.each(ends.filter((end) => end !== 'succeeded' && end !== 'verified'))('of %s says what to do', (end) => {
    expect(told(end, lost)).toMatchObject({ end, todo: expect.stringMatching(/\.$/) });
  });

  it.each(['in_doubt', 'denied', 'needs_person'] as const)('of %s forbids a repetition', (end) => {
    expect(told(end, lost).todo).toMatch(/do not call it again/i);
  });

  it.each(['gave_up_loop', 'gave_up_server'] as const)('of %s claims nothing that the client cannot know', (end) => {
    expect(told(end, lost).todo).not.toMatch(/nothing has changed|not working/i);
  });

  it('contains only the denial', () => {
    const { correlation_id: _, ...rest } = told('denied', { ...question, next_actions: [confirming] });
    expect(rest).toEqual({
      end: 'denied',
      code: 'CONFIRMATION_DENIED',
      message: 'The person did not say yes',
      effect: 'none',
      done: 'nothing was sent',
      todo: expect.stringContaining('it was NOT done'),
    });
  });

  it('of a question contains no way to answer it', () => {
    const asked = told('handed_over', { ...question, next_actions: [confirming] });
    expect(asked.details).toMatchObject({ operation: 'close', confirmation_message: 'Close it?' });
    expect(asked).not.toHaveProperty('next_actions');
    expect(asked).not.toHaveProperty('hint');
    expect(JSON.stringify(asked)).not.toContain(token);
  });

  it('of what may have happened is to look first', () => {
    expect(told('gave_up_attempts', lost).todo).toContain('check before you repeat anything');
    expect(told('gave_up_attempts', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })).todo).not.toContain('look');
    const words = told('in_doubt', failAsClient('TOOL_ERROR', {}, { effect: 'unknown', message: 'no column x' }));
    expect(words.todo).toMatch(/^Read what the tool said.*check before you repeat anything/u);
  });

  it('says that nothing happened if the call was cancelled before it was sent', () => {
    const { failure: _, ...unsent } = recoveredOf('cancelled', lost, { calls: 0 });
    expect(tellFailure(unsent)).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none', done: 'nothing was sent' });
    expect(tellFailure(unsent).todo).not.toContain('may have taken effect');
  });

  it('of a failure to act on is all that helps', () => {
    const look: NextAction = { tool: 'list', arguments: { all: true }, why: 'Shows what there is.' };
    const failure = fail('NOT_FOUND_RESOURCE', { resource_id: 'x' }, { next_actions: [look] });
    expect(told('handed_over', failure)).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      message: failure.message,
      hint: failure.hint,
      details: { resource_id: 'x' },
      next_actions: [look],
    });
  });

  it('describes what was done, in our own words', () => {
    const of = { call_id: 'x', at: 0 };
    const steps: Step[] = [
      { kind: 'call', tool: 'pay', attempt: 1, keyed: true, ...of },
      { kind: 'wait', ms: 100.5, why: 'secret words of a server', ...of },
      { kind: 'correct', changes: ["'amount'"], ...of },
      { kind: 'call', tool: 'pay', attempt: 2, keyed: true, ...of },
      { kind: 'look', tool: 'find', why: 'secret words of a server', ...of },
      { kind: 'ask', message: 'secret words of a server', ...of },
      { kind: 'answer', yes: true, ...of },
    ];
    expect(told('in_doubt', lost, { steps }).done).toBe(
      "called 2 times; corrected the call based on the failure; waited 101 ms; also called 'find'; asked a person, who said yes",
    );
  });
});

describe('what a tool said besides', () => {
  const prose = async (text: string) => {
    const { client } = createScripted(
      [{ result: { isError: true, content: [{ type: 'text', text }] } }],
      {},
      { announced: false },
    );
    return tellFailure(await client.recover({ name: 'pay' }));
  };

  it('is its own words where it has only words, once and bounded', async () => {
    expect(await prose('no such file')).not.toHaveProperty('said');
    expect(await prose('no such file\n  at line 3')).toMatchObject({ said: 'no such file\n  at line 3' });
    expect((await prose('long\n'.repeat(100_000))).said?.length).toBeLessThan(20_000);
  });

  it('contains the text after an envelope, without the secrets of the envelope', () => {
    const content = [
      { type: 'text', text: JSON.stringify({ token }) },
      { type: 'text', text: `Confirm with ${token}.` },
    ];
    expect(told('handed_over', question, { result: { content } }).said).toBe('Confirm with [withheld].');
  });
});

describe('the law of secrets', () => {
  const name = fc.constantFrom(
    'token',
    'confirmation_token',
    'accessToken',
    'api_key',
    'apiKey',
    'password',
    'clientSecret',
    'idempotency_key',
    'Authorization',
  );
  const secret = fc.stringMatching(/^[A-Za-z0-9"\\\n]{12,40}$/).filter((text) => text.trim() === text);

  it('keeps secrets from the model, wherever they are', () => {
    fc.assert(
      fc.property(name, secret, fc.constantFrom(...ends.slice(2)), (field, value, end) => {
        const failure: Failure = {
          ...lost,
          message: `It failed for ${value}`,
          hint: `Use ${value}`,
          details: { [field]: value, deep: [{ [field]: value, note: `see ${value}` }], tokens: 7 },
          next_actions: [
            { tool: 'again', arguments: { deep: [{ x: value }] }, why: 'Carries it.' },
            { tool: 'look', arguments: {}, why: `Needs ${value}.` },
          ],
        };
        const result = {
          content: [
            { type: 'text', text: value },
            { type: 'text', text: `and ${value}` },
          ],
        };
        const text = JSON.stringify(told(end as FailedEnd, failure, { result }));
        expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
      }),
    );
  });

  it('leaves counts alone', () => {
    expect(told('handed_over', { ...lost, details: { tokens: 7, token: 8 } }).details).toEqual({ tokens: 7, token: 8 });
  });
});

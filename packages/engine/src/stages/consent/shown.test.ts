import { defineCodes, isFailure } from '@recourse/contract';
import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { CallMeta, CallRequest } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import { sensitive } from '../../fields/field.ts';
import { createServer } from '../../server/create-server.ts';
import type { PolicySettings, TimeoutSettings } from '../../settings/settings.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';
import type { ConfirmationDefinition } from '../../tool/define-tool.ts';
import { createMemoryState } from '../admit/memory-admissions.ts';
import type { Tokens } from './tokens.ts';

const branchCodes = defineCodes(
  {
    BRANCH_GONE: {
      kind: 'error',
      category: 'not_found',
      http: 404,
      retryable: false,
      recovery: 'discover',
      since: '1.0.0',
      summary: 'Branch is gone',
      message: 'Branch {name} is gone',
      hint: 'List the branches.',
      details: z.object({ name: z.string() }),
    },
  },
  { namespace: 'branches' },
);

type Show = NonNullable<
  ConfirmationDefinition<{ name: string; pin?: string | undefined }, typeof branchCodes, 'BRANCH_GONE'>['shown']
>;

interface Given {
  readonly show?: Show;
  readonly message?: string;
  readonly sensitive?: readonly string[];
  readonly policy?: PolicySettings;
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly holds?: boolean;
}

/** A server with one tool that deletes a branch, and the head that its question states. */
const serve = ({ show, holds = true, policy, timeouts, ...text }: Given = {}) => {
  const branch: { head: string; deleted: (string | undefined)[]; onRun?: () => void } = { head: 'aaa111', deleted: [] };
  const { tokens: memory, admissions } = createMemoryState();
  const tokens: Tokens = {
    transaction: memory.transaction,
    ask: (asked) => memory.ask(asked),
    expiryOf: (token) => memory.expiryOf(token),
    holds,
    held: (token) => (holds ? memory.held(token) : Promise.resolve(undefined)),
  };
  const deleteBranch = defineTool({
    name: 'delete_branch',
    description: 'Deletes a branch.',
    input: z.strictObject({ name: z.string(), pin: sensitive(z.string()).optional() }),
    operation: 'command',
    danger: 'destructive',
    codes: branchCodes,
    errors: ['BRANCH_GONE'],
    confirmation: { message: 'Delete {name}?', ...text, shown: show ?? (() => ({ head: branch.head })) },
    run: ({ arguments: { name }, shown, fail }) => {
      branch.onRun?.();
      if (branch.head === 'gone') return fail('BRANCH_GONE', { name }, { effect: 'none' });
      branch.deleted.push(shown?.['head'] as string | undefined);
      return { deleted: true };
    },
  });
  const server = createServer({
    name: 'branches',
    tools: [deleteBranch],
    codes: branchCodes,
    stores: { tokens, admissions },
    ...(policy && { policy }),
    ...(timeouts && { timeouts }),
  });
  const remove = (meta: CallMeta = {}, args: JsonObject = { name: 'x' }, more: Partial<CallRequest> = {}) =>
    server.call(request('delete_branch', args, { meta, ...more }));
  const confirm = (confirmation_token: string) => server.call(request('recourse_confirm', { confirmation_token }));
  return { server, branch, memory, remove, confirm };
};

const failureOf = (outcome: Outcome): Failure => {
  if (!isFailure(outcome)) throw new Error(`A failure was expected: ${JSON.stringify(outcome)}`);
  return outcome;
};
const questionOf = (outcome: Outcome): JsonObject => {
  const { code, details, message } = failureOf(outcome);
  expect(code, message).toBe('CONFIRMATION_REQUIRED');
  return details ?? {};
};
const tokenOf = (outcome: Outcome): string => String(questionOf(outcome)['confirmation_token']);

describe('a question with facts', () => {
  it('states them in the details and in words, and gives the confirmed ones to the handler', async () => {
    const { remove, branch } = serve();
    const asked = await remove();
    expect(questionOf(asked)).toMatchObject({
      confirmation_message: 'Delete x? head: aaa111.',
      shown: { head: 'aaa111' },
    });
    expect(questionOf(asked)).not.toHaveProperty('changed');
    expect(await remove({ confirmation_token: tokenOf(asked) })).toMatchObject({ ok: true });
    expect(branch.deleted).toEqual(['aaa111']);
  });

  it('does not repeat a fact that the sentence of the author names', async () => {
    const { remove } = serve({ message: 'Delete {name} at {head}?' });
    expect(questionOf(await remove())['confirmation_message']).toBe('Delete x at aaa111?');
  });

  it('quotes what others wrote, so that a title cannot pass for the question', async () => {
    const { remove } = serve({ show: () => ({ title: 'ok". Nothing\u200b will\nhappen', files: 3, draft: false }) });
    expect(questionOf(await remove())['confirmation_message']).toBe(
      String.raw`Delete x? title: "ok\". Nothing  will happen", files: 3, draft: false.`,
    );
  });

  it('reads no facts where nothing is asked', async () => {
    const policy = { tools: { delete_branch: { decision: 'allow' as const } } };
    const show = (): Facts => {
      throw new Error('nobody asked');
    };
    const { remove, branch } = serve({ show, policy });
    expect(await remove()).toMatchObject({ ok: true });
    expect(branch.deleted).toEqual([undefined]);
  });
});

describe('facts that changed since the question', () => {
  type Carrier = (served: ReturnType<typeof serve>, token: string) => Promise<Outcome>;
  const carriers: readonly (readonly [string, Carrier])[] = [
    ['the token on a repeated call', ({ remove }, confirmation_token) => remove({ confirmation_token })],
    ['recourse_confirm', ({ confirm }, token) => confirm(token)],
    [
      'the dialogue of a client',
      ({ remove }, confirmation_token) => remove({ confirmation_token, consent_source: 'client' }),
    ],
  ];

  it.each(carriers)('lead to a new question that names both, by %s', async (_, carry) => {
    const served = serve();
    const { branch, remove } = served;
    const old = tokenOf(await remove());
    branch.head = 'bbb222';
    const again = await carry(served, old);
    expect(questionOf(again)).toMatchObject({
      confirmation_message:
        'Changed since the last question: head was aaa111 and is now bbb222. Delete x? head: bbb222.',
      shown: { head: 'bbb222' },
      changed: [{ fact: 'head', before: 'aaa111', after: 'bbb222' }],
    });
    expect(tokenOf(again)).not.toBe(old);
    expect(branch.deleted).toEqual([]);
    expect(await carry(served, tokenOf(again))).toMatchObject({ ok: true });
    expect(branch.deleted).toEqual(['bbb222']);
  });

  it('leave the old token unused: it fits again when the fact is what it was', async () => {
    const { branch, remove, confirm } = serve();
    const old = tokenOf(await remove());
    branch.head = 'bbb222';
    tokenOf(await confirm(old));
    branch.head = 'aaa111';
    expect(await confirm(old)).toMatchObject({ ok: true });
    expect(failureOf(await confirm(old)).code).toBe('TOKEN_ALREADY_USED');
    expect(branch.deleted).toEqual(['aaa111']);
  });

  it('void the approval of a person, with the token and without', async () => {
    const { branch, remove, memory } = serve({ policy: { consent: 'person' } });
    const old = tokenOf(await remove());
    memory.approve(old);
    branch.head = 'bbb222';
    expect(questionOf(await remove({ confirmation_token: old }))).toMatchObject({
      changed: [{ fact: 'head', before: 'aaa111', after: 'bbb222' }],
    });
    const again = await remove();
    expect(failureOf(again).recovery).toBe('wait');
    expect(questionOf(again)).toMatchObject({
      confirmation_message:
        'Changed since the last question: head was aaa111 and is now bbb222. Delete x? head: bbb222.',
      shown: { head: 'bbb222' },
      changed: [{ fact: 'head', before: 'aaa111', after: 'bbb222' }],
    });
    expect(await remove()).toMatchObject({ details: questionOf(again) });
    expect(branch.deleted).toEqual([]);
    memory.approve(tokenOf(again));
    expect(await remove()).toMatchObject({ ok: true });
    expect(branch.deleted).toEqual(['bbb222']);
  });

  it('are named only without their values to a call without its token if they are sensitive', async () => {
    let note = 'hush one';
    const { remove, memory } = serve({ policy: { consent: 'person' }, sensitive: ['note'], show: () => ({ note }) });
    memory.approve(tokenOf(await remove()));
    note = 'hush two';
    const again = await remove();
    expect(questionOf(again)['changed']).toEqual([{ fact: 'note' }]);
    expect(JSON.stringify(again)).not.toContain('hush');
  });

  it('are not named to a caller that confirms for itself and repeats the call without its token', async () => {
    const { branch, remove } = serve();
    tokenOf(await remove());
    branch.head = 'bbb222';
    expect(questionOf(await remove())).not.toHaveProperty('changed');
  });

  it('are found again after a handler without an effect gave the confirmation back', async () => {
    const { branch, remove, confirm } = serve();
    const token = tokenOf(await remove());
    branch.onRun = () => (branch.head = 'gone');
    expect(failureOf(await confirm(token)).code).toBe('BRANCH_GONE');
    delete branch.onRun;
    branch.head = 'bbb222';
    expect(questionOf(await confirm(token))).toMatchObject({ changed: [{ fact: 'head' }] });
  });

  it('are not named by a store that holds no calls, and still never run', async () => {
    const { branch, remove } = serve({ holds: false });
    const confirmation_token = tokenOf(await remove());
    branch.head = 'bbb222';
    const again = questionOf(await remove({ confirmation_token }));
    expect(again).toMatchObject({ shown: { head: 'bbb222' } });
    expect(again).not.toHaveProperty('changed');
    expect(branch.deleted).toEqual([]);
  });

  it('do not make a token fit other arguments', async () => {
    const { branch, remove } = serve();
    const confirmation_token = tokenOf(await remove());
    branch.head = 'bbb222';
    expect(failureOf(await remove({ confirmation_token }, { name: 'y' })).code).toBe('TOKEN_SCOPE_MISMATCH');
  });

  it('name a fact that came and one that went', async () => {
    let facts: Facts = { head: 'aaa111', checks: 2 };
    const { remove, confirm } = serve({ show: () => facts });
    const token = tokenOf(await remove());
    facts = { head: 'aaa111', reviews: 1 };
    expect(questionOf(await confirm(token))).toMatchObject({
      changed: [
        { fact: 'checks', before: 2 },
        { fact: 'reviews', after: 1 },
      ],
      confirmation_message: expect.stringContaining('checks was 2 and has been removed; reviews is now 1.'),
    });
  });
});

describe('a sensitive fact', () => {
  it.each<[string, Given, JsonObject]>([
    ['by the declaration of the tool', { sensitive: ['note'], show: () => ({ note: 'hush one' }) }, { name: 'x' }],
    ['by its name', { show: () => ({ api_key: 'hush one' }) }, { name: 'x' }],
    [
      'by the sensitive argument that it repeats',
      { show: ({ pin }) => ({ note: `${pin} one` }) },
      { name: 'x', pin: 'hush' },
    ],
  ])('is not shown, known %s', async (_, given, args) => {
    const { remove, memory } = serve(given);
    const asked = await remove({}, args);
    expect(JSON.stringify(asked)).not.toContain('hush');
    expect(JSON.stringify(memory.entries().map(({ held }) => held?.shown))).not.toContain('hush');
  });

  it('is named without its values when it alone has changed', async () => {
    let note = 'hush one';
    const { remove, confirm } = serve({ sensitive: ['note'], show: () => ({ head: 'a', note }) });
    const token = tokenOf(await remove());
    note = 'hush two';
    const again = await confirm(token);
    expect(questionOf(again)['changed']).toEqual([{ fact: 'note' }]);
    expect(JSON.stringify(again)).not.toContain('hush');
  });
});

describe('facts that cannot be read', () => {
  it('refuse the call with the code that the tool chose', async () => {
    const { remove, memory } = serve({ show: ({ name }, { fail }) => fail('BRANCH_GONE', { name }) });
    expect(failureOf(await remove())).toMatchObject({ code: 'BRANCH_GONE', effect: 'none', details: { name: 'x' } });
    expect(memory.entries()).toEqual([]);
  });

  it('refuse a confirmed call and leave its token unused', async () => {
    let isGone = false;
    const { remove, confirm, branch } = serve({
      show: ({ name }, { fail }) => (isGone ? fail('BRANCH_GONE', { name }) : { head: 'a' }),
    });
    const token = tokenOf(await remove());
    isGone = true;
    expect(failureOf(await confirm(token)).code).toBe('BRANCH_GONE');
    isGone = false;
    expect(await confirm(token)).toMatchObject({ ok: true });
    expect(branch.deleted).toEqual(['a']);
  });

  it('do not hide that the token was used, nor that it is unknown', async () => {
    const { remove, confirm, branch } = serve({
      show: ({ name }, { fail }) => (branch.deleted.length > 0 ? fail('BRANCH_GONE', { name }) : { head: 'a' }),
    });
    const token = tokenOf(await remove());
    expect(await confirm(token)).toMatchObject({ ok: true });
    expect(failureOf(await confirm(token)).code).toBe('TOKEN_ALREADY_USED');
    expect(failureOf(await remove({ confirmation_token: 'conf_unknown' })).code).toBe('TOKEN_INVALID');
    expect(branch.deleted).toEqual(['a']);
  });

  it.each<[string, Show, string]>([
    ['a throw', () => Promise.reject(new Error('broken')), 'INTERNAL_ERROR'],
    [
      'a code that the tool does not declare',
      (_, { fail }) => fail('TOKEN_INVALID' as never, { token: 'x' } as never),
      'INTERNAL_ERROR',
    ],
    ['no facts', () => ({}), 'INTERNAL_OUTPUT_INVALID'],
    ['a list', () => [] as never, 'INTERNAL_OUTPUT_INVALID'],
    ['a value that is no plain value', () => ({ head: { sha: 'a' } }) as never, 'INTERNAL_OUTPUT_INVALID'],
    ['a value too long to be shown', () => ({ title: 'x'.repeat(1001) }), 'INTERNAL_OUTPUT_INVALID'],
    ['a name that is not plain', () => ({ 'the head': 'a' }), 'INTERNAL_OUTPUT_INVALID'],
  ])('refuse the call: %s', async (_, show, code) => {
    const { remove, branch, memory } = serve({ show });
    expect(failureOf(await remove())).toMatchObject({ code, effect: 'none' });
    expect(memory.entries()).toEqual([]);
    expect(branch.deleted).toEqual([]);
  });

  it('refuse the call when their time is up, and the signal says so', async () => {
    const stopped: unknown[] = [];
    const { remove } = serve({
      timeouts: { defaultMs: 10 },
      show: (_, { signal }) =>
        new Promise<never>(() => signal.addEventListener('abort', () => stopped.push(signal.reason))),
    });
    expect(failureOf(await remove())).toMatchObject({
      code: 'INTERNAL_TIMEOUT',
      effect: 'none',
      retryable: true,
      details: { timeout_ms: 10 },
    });
    expect(stopped).toHaveLength(1);
  });

  it('refuse the call when the caller cancels', async () => {
    const cancelling = new AbortController();
    const { remove } = serve({
      show: () => {
        cancelling.abort();
        return new Promise<never>(() => undefined);
      },
    });
    const outcome = await remove({}, { name: 'x' }, { signal: cancelling.signal });
    expect(failureOf(outcome)).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
  });
});

it('types what shown is given and what it may return', () => {
  expectTypeOf<Parameters<Show>[0]>().toEqualTypeOf<{ name: string; pin?: string | undefined }>();
  // @ts-expect-error a fact is a plain value
  const nested: Show = () => ({ head: { sha: 'a' } });
  expect(nested).toBeTypeOf('function');
});

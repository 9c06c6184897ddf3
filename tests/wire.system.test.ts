import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { dialectNames } from '@recourse/contract/dialects';
import { canonicalOf } from '@recourse/contract/mcp';
import { expectFailure, spawnClient } from '@recourse/testkit';
import type { Answered, CallOptions, LinkOptions, Linked, Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const fixture = path.join(import.meta.dirname, 'fixtures', 'wire-server.mjs');

const spawnServer = (args: readonly string[], options: LinkOptions = {}): Promise<Spawned> =>
  spawnClient({ args: [fixture, ...args], ...options });

/** A call that one stage refuses: what it is answered with, and the field or tool that the answer must name. */
interface Case {
  readonly stage: string;
  readonly code: string;
  readonly names: string;
  readonly call: (linked: Linked) => ReturnType<Linked['callTool']>;
  readonly stranger?: true;
}

const call =
  (tool: string, args: JsonObject = {}, options?: CallOptions) =>
  ({ callTool }: Linked) =>
    callTool(tool, args, options);

const deep = { a: { b: { c: { d: { e: 1 } } } } };

const cases: readonly Case[] = [
  { stage: 'identify', code: 'PERMISSION_DENIED', names: 'key', call: call('find_ticket', { id: 7 }), stranger: true },
  { stage: 'bound', code: 'VALIDATION_PAYLOAD_TOO_LARGE', names: 'a.b.c', call: call('find_ticket', deep) },
  { stage: 'find', code: 'NOT_FOUND_OPERATION', names: 'find_tickets', call: call('find_tickets', { id: 7 }) },
  { stage: 'validate', code: 'VALIDATION_INVALID_TYPE', names: 'id', call: call('find_ticket', { id: '7', sate: 1 }) },
  { stage: 'guard', code: 'VALIDATION_UNSAFE_PATH', names: 'file', call: call('attach_file', { file: '../secret' }) },
  {
    stage: 'replay',
    code: 'CONFLICT_IDEMPOTENCY_KEY',
    names: 'idempotency key',
    call: async ({ callTool }) => {
      await callTool('note_ticket', { id: 7 }, { idempotencyKey: 'key-1' });
      return callTool('note_ticket', { id: 8 }, { idempotencyKey: 'key-1' });
    },
  },
  { stage: 'gate', code: 'PERMISSION_DANGER_LEVEL_DENIED', names: 'erase_tickets', call: call('erase_tickets') },
  { stage: 'meter', code: 'RATE_LIMIT_QUOTA_EXHAUSTED', names: 'pins_per_minute', call: call('pin_ticket', { id: 7 }) },
  { stage: 'consent', code: 'CONFIRMATION_REQUIRED', names: 'close_ticket', call: call('close_ticket', { id: 7 }) },
  { stage: 'check', code: 'INTERNAL_OUTPUT_INVALID', names: 'count_tickets', call: call('count_tickets') },
  { stage: 'run', code: 'INTERNAL_TIMEOUT', names: 'move_ticket', call: call('move_ticket', { id: 7 }) },
  { stage: 'the handler', code: 'NOT_FOUND_RESOURCE', names: '404', call: call('find_ticket', { id: 404 }) },
];

describe.each(dialectNames)('over stdio in %s', (dialect) => {
  let known: Spawned;
  let stranger: Spawned;
  const shown: string[] = [];

  beforeAll(async () => {
    [known, stranger] = await Promise.all([spawnServer([dialect]), spawnServer([dialect, 'stranger'])]);
  }, 60_000);
  afterAll(() => Promise.all([known.close(), stranger.close()]));

  it.each(cases)('the failure of $stage says what to do', async (one) => {
    const result = await one.call(one.stranger ? stranger : known);
    const { failure } = expectFailure(result).toBe(one.code);
    const [block, ...others] = result.content;
    const text = block?.type === 'text' ? block.text : '';
    expect(others).toEqual([]);
    expect(result.isError).toBe(true);
    const isLine = dialect === 'recourse';
    if (!isLine) expect(JSON.parse(text)).toEqual(result.structuredContent);
    expect(text).toContain(isLine ? `${one.code} (` : `"${one.code}"`);
    // The line is one sentence; all details are in the envelope.
    expect(isLine ? JSON.stringify(result.structuredContent) : text).toContain(one.names);
    expect(text).toContain(isLine ? failure.hint : JSON.stringify(failure.hint).slice(1, -1));
    expect(canonicalOf(result)).toMatchObject({ ok: false, code: one.code, hint: failure.hint });
    const envelope = JSON.stringify(mask(result.structuredContent as Json), null, 2);
    const line = isLine ? `\`\`\`text\n${String(mask(text))}\n\`\`\`\n\n` : '';
    shown.push(`## ${one.stage}: ${one.code}\n\n${line}\`\`\`json\n${envelope}\n\`\`\`\n`);
  });

  it('each failure looks as it always did', async () => {
    expect(shown).toHaveLength(cases.length);
    const page = `# Failures on the wire in \`${dialect}\`\n\n${shown.join('\n')}`;
    await expect(page).toMatchFileSnapshot(path.join('snapshots', 'wire', `${dialect}.md`));
  });

  it('keeps stdout for the protocol, whatever a handler prints', async () => {
    expect(await known.callTool('find_ticket', { id: 7 })).not.toHaveProperty('isError');
    await vi.waitFor(() => expect(known.stderr()).toContain('looking for ticket 7'));
  });
});

/** Masks values that differ between runs. Times do not: the clock of the fixture is stopped. */
const mask = (value: Json): Json => {
  if (typeof value === 'string') {
    return value
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<correlation id>')
      .replaceAll(/(conf|quota_continue)_[\w-]{43}/g, '<token>');
  }
  if (Array.isArray(value)) return value.map((item: Json) => mask(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner ?? null)]));
};

describe.each(['session', '2026-07-28'] as const)('over stdio (%s)', (protocol) => {
  it('asks the user of a client that can, and then makes the call', async () => {
    const asked: string[] = [];
    const elicit: LinkOptions['elicit'] = ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    };
    const { callTool, close } = await spawnServer(['recourse'], { protocol, elicit });
    expect((await callTool('close_ticket', { id: 7 })).structuredContent).toMatchObject({ ok: true, closed: true });
    expect(asked).toEqual(['Close ticket 7?\nA closed ticket cannot be opened again']);
    await close();
  });

  it('answers a failure the same way', async () => {
    const { callTool, close } = await spawnServer(['recourse'], { protocol });
    const result: Answered = await callTool('find_ticket', { id: 0 });
    expectFailure(result).toBe('VALIDATION_OUT_OF_RANGE').toHaveDetails({ param_name: 'id' });
    await close();
  });
});

import { describe, expect, it } from 'vitest';
import { recoveryMetaKey } from './meta-keys.ts';
import { createScripted } from './testing/scripted-client.ts';

const failed = (text: string) => ({ result: { isError: true, content: [{ type: 'text', text }] } });
const done = { result: { content: [{ type: 'text', text: 'fine' }] } };
const busy = failed('Error: SQLITE_BUSY: database is locked');
const server = { announced: false, tools: { read: true, write: false } };
const noRules = { names: [], rules: [] };

describe('the words of a server that does not know the contract', () => {
  it('become a code that is marked as inferred, with confidence and words', async () => {
    const { client } = createScripted([failed("ENOENT: no such file or directory, open 'a'")], {}, server);
    const recovered = await client.recover({ name: 'write' });
    const inferred = { confidence: 'high', words: 'ENOENT', by: 'general' };
    expect(recovered).toMatchObject({ failure: { code: 'NOT_FOUND_RESOURCE' }, inferred });
    expect(recovered.result).toMatchObject({
      content: [{ text: "ENOENT: no such file or directory, open 'a'" }],
      _meta: { [recoveryMetaKey]: { inferred: { code: 'NOT_FOUND_RESOURCE', ...inferred } } },
    });
    expect(recovered.explain()).toContain("inferred from 'ENOENT', confidence high");
  });

  it('do not say whether a write took effect', async () => {
    const { client, sent } = createScripted([busy, done], { trustAnnotations: true }, server);
    expect(await client.recover({ name: 'write' })).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a read that the caller declares', 'read', { reads: ['read'] }],
    ['a read whose annotation the caller trusts', 'read', { trustAnnotations: true }],
    ['a read that the rules declare', 'read', { rules: { ...noRules, reads: ['read'] } }],
    ['a write that the caller declares idempotent', 'write', { idempotent: ['write'] }],
    ['a write that the rules declare idempotent', 'write', { rules: { ...noRules, idempotent: ['write'] } }],
  ])('lead to a repetition of %s', async (_, name, options) => {
    const { client, sent } = createScripted([busy, done], options, server);
    expect((await client.recover({ name })).end).toBe('succeeded');
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['a read whose annotation nobody trusts', 'read', {}],
    ['a write', 'write', { reads: ['read'], trustAnnotations: true }],
  ])('lead to no repetition of %s', async (_, name, options) => {
    const { client, sent } = createScripted([busy, done], options, server);
    expect((await client.recover({ name })).end).toBe('in_doubt');
    expect(sent).toHaveLength(1);
  });

  it('leave an idempotent write in doubt whose repetitions fail', async () => {
    const { client, sent } = createScripted([busy], { idempotent: ['write'], budget: { attempts: 3 } }, server);
    expect(await client.recover({ name: 'write' })).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(sent).toHaveLength(3);
  });

  it('leave an idempotent write alone whose failure does not pass', async () => {
    const { client, sent } = createScripted([failed('ENOENT: no such file')], { idempotent: ['write'] }, server);
    expect((await client.recover({ name: 'write' })).end).toBe('in_doubt');
    expect(sent).toHaveLength(1);
  });

  it('are waited for as long as they say', async () => {
    const { client, slept } = createScripted(
      [failed('Rate limit exceeded, retry after 7 seconds'), done],
      { reads: ['read'], random: () => 0 },
      server,
    );
    await client.recover({ name: 'read' });
    expect(slept).toEqual([7_000]);
  });

  it('stay words where no rule knows them', async () => {
    const { client } = createScripted([failed('It did not work')], {}, server);
    const recovered = await client.recover({ name: 'write' });
    expect(recovered).toMatchObject({ failure: { code: 'TOOL_ERROR' } });
    expect(recovered).not.toHaveProperty('inferred');
  });

  it('are read by no rule where the server announces the contract', async () => {
    const { client } = createScripted([busy], {}, { ...server, announced: true });
    expect((await client.recover({ name: 'write' })).failure?.code).toBe('TOOL_ERROR');
  });
});

describe('an answer that its server calls a success', () => {
  const body = { result: { content: [{ type: 'text', text: '{"ok":false,"error":"SQLITE_BUSY"}' }] } };
  const rule = { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', tools: ['read'], body: { ok: false } } as const;
  const options = { reads: ['read'], idempotent: ['read'], rules: { names: [], rules: [rule] } };

  it('is one, whatever its words are', async () => {
    const { client, sent } = createScripted([body], { reads: ['read'] }, server);
    expect((await client.recover({ name: 'read' })).end).toBe('succeeded');
    expect(sent).toHaveLength(1);
  });

  it("is a failure by an operator's rule for that tool, and still leads to no repetition", async () => {
    const { client, sent } = createScripted([body, done], options, server);
    expect(await client.recover({ name: 'read' })).toMatchObject({
      end: 'handed_over',
      failure: { code: 'UPSTREAM_UNAVAILABLE' },
      inferred: { by: 'operator' },
    });
    expect(sent).toHaveLength(1);
  });

  it("stays one of another tool, and where the rule's fields are only part of the message", async () => {
    const { client } = createScripted([body], options, server);
    expect((await client.recover({ name: 'write' })).end).toBe('succeeded');
    const page = { result: { content: [{ type: 'text', text: 'He wrote {"ok":false}' }] } };
    const other = createScripted([page], options, server);
    expect((await other.client.recover({ name: 'read' })).end).toBe('succeeded');
  });
});

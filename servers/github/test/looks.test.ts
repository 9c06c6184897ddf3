import type { LookedFor, Operation } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { createReadTools, createWriteTools } from '../src/tools/index.ts';
import type { ServerToolbox } from '../src/toolbox.ts';
import { bearsIntent, markBody, markMessage } from '../src/intents/mark.ts';

const intent = 'ab'.repeat(16);
const keyed: LookedFor = { idempotency_key: 'k', intent, started_at: Date.UTC(2026, 0, 2) };
const keyless: LookedFor = { started_at: Date.UTC(2026, 0, 2) };
const toolbox = {
  writeLimit: () => [],
  mergeableWaitMs: 0,
  settlesWithinMs: 60_000,
  permits: { read: () => undefined, write: () => undefined },
} as unknown as ServerToolbox;
const writes = createWriteTools(toolbox).flatMap(({ operations }) => operations);
const reads = new Set(createReadTools(toolbox).map(({ name }) => name));
const named = (name: string): Operation => {
  const found = writes.find((operation) => operation.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

describe('every tool that writes', () => {
  it.each(writes.map((operation) => [operation.name, operation] as const))(
    '%s says when its effect has settled, and how to look for it unless a repetition does no harm',
    (_, operation) => {
      expect(operation.settlesWithinMs).toBe(60_000);
      // A lost key of an idempotent tool is free: nothing has to be looked for.
      expect(operation.idempotent || operation.verify !== undefined).toBe(true);
    },
  );

  const repo = 'mira/quay';
  it.each([
    ['create_pull_request', { repo, title: 'x', head: 'a', base: 'b' }, { repo }],
    ['create_pull_request', { repo, title: 'x', head: 'a', base: 'b', head_owner: 'ada' }, { repo }],
    ['commit_files', { repo, branch: 'a', message: 'x', files: [] }, { repo, branch: 'a' }],
    ['merge_pull_request', { repo, prNumber: 7, merge_method: 'merge' }, { repo, prNumber: 7 }],
    ['merge_pull_request', { repo, prNumber: 7, merge_method: 'squash', commit_message: 'x' }, { repo, prNumber: 7 }],
  ])('%s is found by its intent, with a key', (name, args, place) => {
    const look = named(name).verify?.(args, keyed);
    expect(look).toEqual({
      tool: 'find_effect',
      arguments: { ...place, intent, since: '2026-01-01T23:00:00.000Z' },
      why: expect.any(String),
      applied_when: { pointer: '/found', equals: true },
    });
  });

  it.each([
    ['create_pull_request', { repo, title: 'x', head: 'a', base: 'b' }, keyless],
    ['commit_files', { repo, branch: 'a', message: 'x', files: [] }, keyless],
    ['merge_pull_request', { repo, prNumber: 7, merge_method: 'merge' }, keyless],
    ['merge_pull_request', { repo, prNumber: 7, merge_method: 'rebase' }, keyed],
    ['merge_pull_request', { repo, prNumber: 7, merge_method: 'squash' }, keyed],
  ])('%s without a mark has a look that proves nothing', (name, args, of) => {
    const look = named(name).verify?.(args, of);
    expect(look).toMatchObject({ resembles: true });
    expect(reads).toContain(look?.tool);
  });
});

describe('a mark', () => {
  it.each([
    ['a body', markBody('Text', intent)],
    ['no body', markBody(undefined, intent)],
    ['a message', markMessage('Fix it', intent)],
    ['a message with trailers', markMessage('Fix it\n\nSigned-off-by: Ada <ada@example.com>', intent)],
  ])('is found in %s, and no other is', (_, text) => {
    expect(bearsIntent(text, intent)).toBe(true);
    expect(bearsIntent(text, 'cd'.repeat(16))).toBe(false);
  });

  it('joins the trailers of a message, where git looks for them', () => {
    expect(markMessage('Fix it\n\nSigned-off-by: Ada', intent)).toBe(
      `Fix it\n\nSigned-off-by: Ada\nRecourse-Intent: ${intent}`,
    );
    expect(markMessage('Note: fix it', intent)).toBe(`Note: fix it\n\nRecourse-Intent: ${intent}`);
  });

  it('leaves a call without a key as it is', () => {
    expect(markBody('Text', undefined)).toBe('Text');
    expect(markBody(undefined, undefined)).toBeUndefined();
    expect(markMessage('Fix it', undefined)).toBe('Fix it');
  });
});

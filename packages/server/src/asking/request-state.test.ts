import { randomBytes } from 'node:crypto';
import { createServer } from '@recourse/engine';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { createSealer, createSeals } from '@recourse/engine/sealing';
import { createClock } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { mintState, readState } from './request-state.ts';
import type { StateOwner } from './request-state.ts';

const callerOf = (id: string): Caller => ({ transport: 'http', local: false, principal: { id, trust: 'validated' } });
const owner: StateOwner = { caller: callerOf('ada'), method: 'tools/call', name: 'burn', arguments: { id: 7 } };
const state = { token: 'conf_x', operation: 'burn', answers: { name: 'Ada' } };

describe('the state of a request', () => {
  const key = randomBytes(32);
  const clock = createClock();
  const start = (keys: readonly [Buffer, ...Buffer[]]): Server =>
    createServer({ name: 'desk', tools: [], now: clock.now, stores: { seals: createSeals(createSealer(keys)) } });
  const [one, other] = [start([key]), start([key])];

  it('is read by another process with the same key, and by one whose key replaced it', () => {
    const sealed = mintState(one, owner, state);
    expect(readState(other, sealed, owner)).toEqual(state);
    expect(readState(start([randomBytes(32), key]), sealed, owner)).toEqual(state);
  });

  it('shows nothing of its contents', () => {
    const sealed = mintState(one, owner, state);
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').includes('conf_x')).toBe(false);
  });

  it.each<[string, Partial<StateOwner>]>([
    ['another principal', { caller: callerOf('eve') }],
    ['no principal', { caller: { transport: 'http', local: true } }],
    ['another method', { method: 'prompts/get' }],
    ['another tool', { name: 'note' }],
    ['other arguments', { arguments: { id: 8 } }],
    ['no arguments', { arguments: undefined }],
  ])('is refused for %s', (_, change) => {
    const sealed = mintState(one, owner, state);
    expect(readState(other, sealed, { ...owner, ...change })).toMatchObject({
      ok: false,
      code: 'TOKEN_INVALID',
      effect: 'none',
    });
  });

  it.each([[''], ['yes please'], [7], [null], [{}]])('is not %j', (given) => {
    expect(readState(one, given, owner)).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('is refused with another key, as after a restart without a lasting key', () => {
    const sealed = mintState(one, owner, state);
    expect(readState(start([randomBytes(32)]), sealed, owner)).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('expires after a day, and says so', () => {
    const sealed = mintState(one, owner, state);
    clock.advance(24 * 60 * 60 * 1000 - 1);
    expect(readState(one, sealed, owner)).toEqual(state);
    clock.advance(1);
    expect(readState(one, sealed, owner)).toMatchObject({ code: 'TOKEN_EXPIRED', recovery: 'confirm' });
  });
});

import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineCodes } from '../codes/define-codes.ts';
import { definePluginCodes } from '../codes/define-plugin-codes.ts';
import { causeOf } from './failure.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import { coreRegistry, createRegistry, fail, warn } from './registry.ts';

const row = {
  kind: 'error',
  category: 'conflict',
  http: 409,
  retryable: true,
  recovery: 'retry',
  since: '1.0.0',
  summary: 'Ticket is locked',
  message: 'Ticket {id} is locked',
  hint: 'Repeat the call in a moment.',
} as const;
const tickets = defineCodes(
  { TICKET_LOCKED: { ...row, details: z.object({ id: z.int() }) } },
  { namespace: 'tickets' },
);

describe('fail', () => {
  it('makes a failure of what the row says', () => {
    const failure = createRegistry(tickets).fail('TICKET_LOCKED', { id: 7 });
    expect(failure).toMatchObject({
      ok: false,
      namespace: 'tickets',
      code: 'TICKET_LOCKED',
      category: 'conflict',
      message: 'Ticket 7 is locked',
      summary: 'Ticket is locked',
      hint: 'Repeat the call in a moment.',
      http: 409,
      retryable: true,
      recovery: 'retry',
      effect: 'none',
      details: { id: 7 },
    });
    expect(failure.correlation_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('accepts core codes as well as its own', () => {
    expect(createRegistry(tickets).fail('PERMISSION_DENIED').namespace).toBeNull();
  });

  it('does not compile with a wrong detail, a misspelt code, or a warning', () => {
    const { fail: failTicket } = createRegistry(tickets);
    // @ts-expect-error -- id is a number
    expect(failTicket('TICKET_LOCKED', { id: 'seven' }).code).toBe('INTERNAL_ERROR');
    // @ts-expect-error -- no such field
    expect(failTicket('TICKET_LOCKED', { id: 7, colour: 'red' }).details).toEqual({ id: 7 });
    // @ts-expect-error -- details are needed
    expect(failTicket('TICKET_LOCKED').code).toBe('INTERNAL_ERROR');
    // @ts-expect-error -- misspelt
    expect(failTicket('TICKET_LOKCED', { id: 7 }).code).toBe('INTERNAL_ERROR');
    // @ts-expect-error -- a warning is no error
    expect(fail('RATE_LIMIT_QUOTA_WARNING', { metric: 'm', current: 1, warn_threshold: 1 }).code).toBe(
      'INTERNAL_ERROR',
    );
    // @ts-expect-error -- not a code of the core
    expect(fail('TICKET_LOCKED', { id: 7 }).code).toBe('INTERNAL_ERROR');
  });

  it('knows the type of its details', () => {
    expectTypeOf(createRegistry(tickets).fail('TICKET_LOCKED', { id: 7 })).toEqualTypeOf<
      Failure<'TICKET_LOCKED', { id: number }>
    >();
    expectTypeOf(fail('PERMISSION_DENIED')).toExtend<Outcome>();
  });

  it('shows nothing that was not declared, and keeps the reason for the log', () => {
    const undeclared = fail('NOPE' as 'PERMISSION_DENIED', { reason: 'secret' }, { correlation_id: 'c' });
    expect(undeclared).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'UndeclaredCode', correlation_id: 'c' });
    expect(JSON.stringify(undeclared)).not.toContain('secret');
    expect(causeOf(undeclared)).toBeInstanceOf(TypeError);

    const circular: { value?: unknown } = {};
    circular.value = circular;
    const misfit = fail('VALIDATION_INVALID_VALUE', { param_name: 'p', value: circular as never });
    expect(misfit).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'InvalidDetails' });
  });

  it('omits details that are undefined or empty', () => {
    expect(fail('PERMISSION_DENIED', { reason: undefined })).not.toHaveProperty('details');
  });
});

describe('what a single failure may say', () => {
  it('narrows retryable and never widens it', () => {
    expect(fail('UPSTREAM_TIMEOUT', {}, { retryable: false }).retryable).toBe(false);
    expect(fail('PERMISSION_DENIED', {}, { retryable: true }).retryable).toBe(false);
  });

  it('does not advise a repetition if the failure is not retryable', () => {
    expect(fail('UPSTREAM_TIMEOUT', {}, { retryable: false }).recovery).toBe('verify');
    expect(fail('UPSTREAM_UNAVAILABLE', {}, { retryable: false, effect: 'none' }).recovery).toBe('report');
    expect(fail('UPSTREAM_TIMEOUT', {}, { retryable: false, recovery: 'discover' }).recovery).toBe('discover');
  });

  it('overrides the message and the hint, not the code', () => {
    const failure = fail('PERMISSION_DENIED', {}, { message: 'No access to this repository', hint: 'Ask its owner.' });
    expect(failure).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'No access to this repository',
      hint: 'Ask its owner.',
    });
  });

  it('gives the retry time in milliseconds too', () => {
    expect(fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 1.5 }).retry_after_ms).toBe(1500);
    expect(fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 1 }, { retry_after_ms: 7 }).retry_after_ms).toBe(7);
  });

  it('assumes the worst if the effect is not known', () => {
    expect(fail('UPSTREAM_TIMEOUT').effect).toBe('unknown');
    expect(fail('VALIDATION_MISSING_PARAM', { param_name: 'p' }).effect).toBe('none');
  });

  it('names the class of its cause and hides the rest', () => {
    const cause = Object.assign(new Error('/etc/passwd'), { code: 'EACCES' });
    const failure = fail('INTERNAL_ERROR', {}, { cause });
    expect(failure.cause_class).toBe('Error.EACCES');
    expect(causeOf(failure)).toBe(cause);
    expect(JSON.stringify(failure)).not.toContain('passwd');
  });
});

describe('warn', () => {
  it('makes a warning', () => {
    expect(warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'm', current: 9, warn_threshold: 8 })).toEqual({
      namespace: null,
      code: 'RATE_LIMIT_QUOTA_WARNING',
      message: 'Approaching quota limit',
      details: { metric: 'm', current: 9, warn_threshold: 8 },
    });
  });

  it('does not compile with an error', () => {
    // @ts-expect-error -- an error is no warning
    expect(() => warn('PERMISSION_DENIED')).toThrow(TypeError);
  });

  it('omits details that do not fit, because the call has succeeded', () => {
    // @ts-expect-error -- the details are incomplete
    expect(warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'm' })).not.toHaveProperty('details');
  });
});

describe('a registry', () => {
  it('refuses a set that redefines a core code, and says what to do', () => {
    const set = defineCodes({ INTERNAL_ERROR: { ...row, message: 'x' } }, { namespace: 'tickets' });
    expect(() => createRegistry(set)).toThrow(
      'These codes cannot be added:\n- INTERNAL_ERROR is a core code: use that code, or choose another name',
    );
  });

  it('refuses two sets with one name', () => {
    const other = defineCodes({ TICKET_LOCKED: { ...row, message: 'x' } }, { namespace: 'other' });
    expect(() => createRegistry(tickets, other)).toThrow("TICKET_LOCKED is already used by 'tickets'");
  });

  it('finds a code, in its namespace only', () => {
    const registry = createRegistry(tickets);
    expect(registry.find('TICKET_LOCKED')?.namespace).toBe('tickets');
    expect(registry.find('TICKET_LOCKED', null)).toBeUndefined();
    expect(registry.find('PERMISSION_DENIED', null)?.http).toBe(403);
    expect(registry.find('constructor')).toBeUndefined();
    expect(coreRegistry.list().every((definition) => definition.namespace === null)).toBe(true);
  });
});

describe('codes at run time', () => {
  const production = definePluginCodes('production', {
    SIGNING_FAILED: { ...row, details: z.object({ id: z.int() }) },
  });

  it("takes a plugin's codes, and takes them out when it is unloaded", () => {
    const registry = createRegistry();
    const plugin = registry.addPlugin(production);
    expect(plugin.fail('production.SIGNING_FAILED', { id: 7 })).toMatchObject({
      code: 'production.SIGNING_FAILED',
      namespace: 'production',
      message: 'Ticket 7 is locked',
    });
    expect(registry.find('production.SIGNING_FAILED')).toBeDefined();
    plugin.remove();
    expect(registry.find('production.SIGNING_FAILED')).toBeUndefined();
    expect(plugin.fail('production.SIGNING_FAILED', { id: 7 }).code).toBe('INTERNAL_ERROR');
    expect(() => registry.addPlugin(production)).not.toThrow();
  });

  it('rejects a plugin that is added twice, and keeps the codes that were there', () => {
    const registry = createRegistry();
    const plugin = registry.addPlugin(production);
    expect(() => registry.addPlugin(production)).toThrow("production.SIGNING_FAILED is already used by 'production'");
    expect(plugin.fail('production.SIGNING_FAILED', { id: 7 }).code).toBe('production.SIGNING_FAILED');
  });

  it('rejects codes without the plugin prefix, and lets a plugin fail only with its own codes', () => {
    const registry = createRegistry();
    expect(() => registry.addPlugin(tickets)).toThrow("define them with definePluginCodes('my-plugin', rows)");
    const { fail: failPlugin } = registry.addPlugin(production);
    // @ts-expect-error -- a code of the core
    expect(failPlugin('PERMISSION_DENIED').code).toBe('INTERNAL_ERROR');
  });

  it("takes an adapter's codes under their own names, and checks them", () => {
    const registry = createRegistry(tickets);
    const adapter = registry.addAdapter('github-api', { GITHUB_ABUSE_DETECTED: { ...row, message: 'Abuse' } });
    expect(adapter.fail('GITHUB_ABUSE_DETECTED')).toMatchObject({
      namespace: 'github-api',
      code: 'GITHUB_ABUSE_DETECTED',
    });
    expect(adapter.fail('NOT_FOUND_RESOURCE')).toMatchObject({ namespace: null });
    expect(() => registry.addAdapter('other', { GITHUB_ABUSE_DETECTED: row })).toThrow(
      '{id} is not a key of the details',
    );
    expect(() => registry.addAdapter('other', { GITHUB_ABUSE_DETECTED: { ...row, message: 'x' } })).toThrow(
      'is already used by',
    );
    expect(() => registry.addAdapter('other', { INTERNAL_ERROR: { ...row, message: 'x' } })).toThrow('is a core code');
    expect(() => registry.addAdapter('other', { bad: { ...row, message: 'x' } })).toThrow("as in 'BAD'");
    adapter.remove();
    expect(registry.find('GITHUB_ABUSE_DETECTED')).toBeUndefined();
  });

  it('adds all codes of a set or none', () => {
    const registry = createRegistry(tickets);
    const rows = { FRESH: { ...row, message: 'x' }, TICKET_LOCKED: { ...row, message: 'x' } };
    expect(() => registry.addAdapter('other', rows)).toThrow(TypeError);
    expect(registry.find('FRESH')).toBeUndefined();
  });
});

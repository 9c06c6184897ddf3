import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import type { CodeOf } from './define-codes.ts';
import { codeSetProblems, defineCodes } from './define-codes.ts';

const row = {
  kind: 'error',
  category: 'conflict',
  http: 409,
  retryable: false,
  recovery: 'change_state',
  since: '1.0.0',
  summary: 'Ticket is closed',
  message: 'The ticket is closed',
  hint: 'Reopen the ticket first.',
} as const;

describe('defineCodes', () => {
  it('fills in the defaults of a row', () => {
    const { definitions } = defineCodes({ TICKET_CLOSED: row }, { namespace: 'tickets' });
    expect(definitions.TICKET_CLOSED).toMatchObject({
      namespace: 'tickets',
      code: 'TICKET_CLOSED',
      deprecated: null,
      reserved: false,
    });
    expect(definitions.TICKET_CLOSED.details().safeParse({}).success).toBe(true);
  });

  it('knows its codes by name', () => {
    const tickets = defineCodes({ TICKET_CLOSED: row, TICKET_LOCKED: row }, { namespace: 'tickets' });
    expectTypeOf<CodeOf<typeof tickets>>().toEqualTypeOf<'TICKET_CLOSED' | 'TICKET_LOCKED'>();
  });

  it.each([
    ['the details', z3.object({ id: z3.number() }) as unknown as z.ZodObject],
    ['a field of the details', z.object({ id: z3.number() as unknown as z.ZodNumber })],
  ])('rejects a Zod 3 schema as %s, with the version to install', (_, details) => {
    const rows = { TICKET_CLOSED: { ...row, details } };
    expect(() => defineCodes(rows, { namespace: 'tickets' })).toThrow(
      'TICKET_CLOSED: details: this is a Zod 3 schema; install zod ^4.2.0 and define the schema with it',
    );
  });

  it('lists every problem with its fix', () => {
    const define = () =>
      defineCodes(
        {
          ticketClosed: row,
          WRONG: { ...row, recovery: 'retry', http: 200, since: 'soon' },
          WARNING: { ...row, kind: 'warning' },
          // @ts-expect-error -- not a category
          ODD: { ...row, category: 'weather' },
        },
        { namespace: 'My Tickets' },
      );
    expect(define).toThrow(
      [
        'These codes cannot be defined:',
        "- namespace 'My Tickets': use lower-case letters, digits and single hyphens, as in 'my-server'",
        "- ticketClosed: a code must be SCREAMING_SNAKE_CASE, as in 'TICKET_CLOSED'",
        "- WRONG: recovery 'retry' requires retryable: true",
        "- WRONG: 'http' must be 400 to 599, or 207 for a batch that partly failed, got 200",
        "- WRONG: 'since' must be a version such as '1.2.0', got 'soon'",
        "- WARNING: a warning has no HTTP status: 'http' must be null",
        "- ODD: 'category' must be one of validation, not_found, permission, conflict, rate_limit, token, schema, batch, upstream, internal, got 'weather'",
      ].join('\n'),
    );
  });

  it.each(['', '1A', 'a', 'A__B', 'A_', '_A', 'A-B', 'A.B', 'É', 'A B', '__proto__'])('refuses the name %j', (name) => {
    expect(() => defineCodes(Object.fromEntries([[name, row]]))).toThrow(/SCREAMING_SNAKE_CASE/);
  });

  it('refuses a details key that the dialects need', () => {
    expect(() => defineCodes({ A: { ...row, details: z.object({ recourse: z.string() }) } })).toThrow(
      "A: details must not have the key 'recourse'",
    );
    expect(() => defineCodes({ A: { ...row, details: z.object({ cause_class: z.string() }) } })).toThrow(
      "A: details must not have the key 'cause_class'",
    );
  });
});

describe('the templates of a row', () => {
  it('do not compile, and are refused at start, with a placeholder that is not a key of the details', () => {
    expect(() =>
      defineCodes({
        A: {
          ...row,
          // @ts-expect-error -- {ticket} is not a key of details
          message: 'Ticket {ticket} is closed',
          details: z.object({ id: z.string() }),
        },
      }),
    ).toThrow('A: message: {ticket} is not a key of the details');
  });

  it('do not compile, and are refused at start, with an optional key in the last template', () => {
    expect(() =>
      defineCodes({
        A: {
          ...row,
          // @ts-expect-error -- {id} is optional: add a last template without it
          hint: 'Reopen {id}.',
          details: z.object({ id: z.string().optional() }),
        },
      }),
    ).toThrow('A: hint: {id} is optional, so the last template must not use it');
  });

  it('do not compile with a placeholder if there are no details', () => {
    expect(() =>
      defineCodes({
        // @ts-expect-error -- {id} is not a key of details
        A: { ...row, summary: 'Ticket {id}' },
      }),
    ).toThrow('A: summary: {id} is not a key of the details');
  });

  it('compile if the last template has no optional key', () => {
    const details = z.object({ id: z.string().optional(), state: z.string() });
    const set = defineCodes({ A: { ...row, message: ['Ticket {id} is {state}', 'The ticket is {state}'], details } });
    expect(codeSetProblems(set)).toEqual([]);
  });

  it('are checked later where the details are deferred', () => {
    const set = defineCodes({
      // @ts-expect-error -- {ticket} is not a key of details
      A: { ...row, message: 'Ticket {ticket}', details: () => z.object({ id: z.string() }) },
    });
    expect(codeSetProblems(set)).toEqual(['A: message: {ticket} is not a key of the details']);
  });
});

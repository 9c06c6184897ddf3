import { loadDialect } from '@recourse/contract/dialects';
import { recourse } from '@recourse/contract/dialects/recourse';
import { canonicalOf } from '@recourse/contract/mcp';
import { expect } from 'vitest';

/**
 * The outcome of a call that every client must see.
 *
 * @typedef {{ readonly name: string, readonly tool: string, readonly args: Record<string, unknown>, readonly value?: object, readonly code?: string, readonly recovery?: string, readonly details?: object }} Case
 */

/** @type {readonly Case[]} */
export const cases = [
  { name: 'a success', tool: 'find_ticket', args: { id: 7 }, value: { id: 7, title: 'Ticket 7' } },
  {
    name: 'a failure of the tool',
    tool: 'find_ticket',
    args: { id: 404 },
    code: 'NOT_FOUND_RESOURCE',
    recovery: 'discover',
    details: { resource_type: 'ticket', resource_id: '404' },
  },
  {
    name: 'arguments that do not fit',
    tool: 'find_ticket',
    args: { id: 0 },
    code: 'VALIDATION_OUT_OF_RANGE',
    recovery: 'fix_input',
    details: {
      param_name: 'id',
      minimum: 1,
      measured: 'value',
      value: 0,
      problems: [
        {
          path: '/id',
          keyword: 'minimum',
          message: 'must be >= 1',
          params: { comparison: '>=', limit: 1 },
          expected: 1,
          received: 0,
          value: 0,
        },
      ],
    },
  },
  {
    name: 'a tool that is not there',
    tool: 'find_tickets',
    args: { id: 7 },
    code: 'NOT_FOUND_OPERATION',
    recovery: 'discover',
    details: { operation: 'find_tickets', available: ['find_ticket', 'scan_tickets'] },
  },
];

/**
 * Holds what a client has received against what must have been sent, in whatever dialect.
 *
 * @param {any} result
 * @param {Omit<Case, 'name' | 'tool' | 'args'>} expected
 * @param {import('@recourse/contract').DialectName} dialectName
 */
export const expectSeen = async (result, { value = {}, code, recovery, details }, dialectName) => {
  const dialect = await loadDialect(dialectName);
  const { text } = result.content[0];
  /** @type {any} */
  const line = dialect.line?.parse(text)?.failure;
  if (line) expect(line).toMatchObject({ code, recovery });
  else expect(JSON.parse(text)).toEqual(result.structuredContent);
  /** @type {any} */
  const outcome = dialect.parse(result.structuredContent);
  expect(result.isError ?? false).toBe(code !== undefined);
  if (code === undefined) {
    expect(outcome).toMatchObject({ ok: true, value });
    return outcome.value;
  }
  /** @type {any} */
  const canonical = recourse.parse(canonicalOf(result));
  expect(canonical).toMatchObject({ ok: false, code, recovery });
  if (details) expect(canonical.details).toEqual(details);
  expect(outcome).toMatchObject({ ok: false, code });
  for (const field of dialect.carries) {
    if (field !== 'value' && field !== 'warnings') expect(outcome[field], field).toEqual(canonical[field]);
  }
  return canonical;
};

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCodes } from '../codes/define-codes.ts';
import { coreCodes } from '../registries/core/codes.ts';
import { listCodes, qualifiedName } from './list-codes.ts';

const tickets = defineCodes(
  {
    TICKET_CLOSED: {
      kind: 'error',
      category: 'conflict',
      http: 409,
      retryable: false,
      recovery: 'change_state',
      since: '1.2.0',
      summary: 'Ticket is closed',
      message: ["Ticket '{ticket}' is closed since {closed_at}", "Ticket '{ticket}' is closed"],
      hint: 'Open it again first.',
      details: z.object({ ticket: z.string(), closed_at: z.iso.datetime().optional(), extra: z.json().optional() }),
      deprecated: { since: '1.3.0', why: 'tickets no longer close' },
    },
    TICKET_STALE: {
      kind: 'warning',
      category: 'conflict',
      http: null,
      retryable: false,
      recovery: 'report',
      since: '1.2.0',
      reserved: true,
      summary: 'Ticket is old',
      message: 'Nobody has touched the ticket for long',
      hint: 'Ask whether it is still wanted.',
    },
  },
  { namespace: 'tickets' },
);

describe('listCodes', () => {
  it('lists every fact of a code, with its templates as lists and its details as JSON Schema', async () => {
    const { codes } = await listCodes([tickets]);
    expect(codes[0]).toEqual({
      namespace: 'tickets',
      code: 'TICKET_CLOSED',
      kind: 'error',
      category: 'conflict',
      http: 409,
      retryable: false,
      recovery: 'change_state',
      message: ["Ticket '{ticket}' is closed since {closed_at}", "Ticket '{ticket}' is closed"],
      summary: ['Ticket is closed'],
      hint: ['Open it again first.'],
      details: {
        type: 'object',
        properties: { ticket: { type: 'string' }, closed_at: { type: 'string', format: 'date-time' }, extra: {} },
        required: ['ticket'],
      },
      since: '1.2.0',
      deprecated: { since: '1.3.0', why: 'tickets no longer close' },
      reserved: false,
      jsonrpc: codes[0]?.jsonrpc,
    });
  });

  it('gives no JSON-RPC number to codes that are never an answer themselves', async () => {
    const { codes } = await listCodes([tickets]);
    expect(codes[1]).toMatchObject({
      code: 'TICKET_STALE',
      http: null,
      jsonrpc: null,
      reserved: true,
      deprecated: null,
    });
  });

  it('keeps the order of the sets and their rows', async () => {
    const { codes } = await listCodes([coreCodes, tickets]);
    expect(codes.map(qualifiedName)).toEqual([
      ...Object.keys(coreCodes.definitions),
      'tickets:TICKET_CLOSED',
      'tickets:TICKET_STALE',
    ]);
  });

  it('leaves safe integer bounds and definitions of any JSON out of the schemas', async () => {
    const text = JSON.stringify(await listCodes([coreCodes]));
    expect(text).not.toContain('$ref');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('keeps a definition that refers to itself', async () => {
    interface Tree {
      readonly children?: readonly Tree[] | undefined;
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree).optional() }));
    const trees = defineCodes(
      {
        TREE_BROKEN: {
          kind: 'error',
          category: 'internal',
          http: 500,
          retryable: false,
          recovery: 'report',
          since: '1.0.0',
          summary: 'Tree is broken',
          message: 'The tree is broken',
          hint: 'Report it.',
          details: z.object({ tree, count: z.int() }),
        },
      },
      { namespace: 'trees' },
    );
    const { codes } = await listCodes([trees]);
    expect(Object.keys(codes[0]?.details['$defs'] ?? {})).toHaveLength(1);
  });
});

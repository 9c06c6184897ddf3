import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { z } from 'zod';

const invoice = z.int().min(1);
const input = z.strictObject({ invoice });

/**
 * A desk that pays invoices. The number of an invoice decides what happens to it, so that a test needs no way into the
 * server: from 100 the bank is busy once; from 200 its answer is lost after it has paid; from 300 the answer is lost
 * and cannot be looked up; from 400 permission is denied; from 500 the payment never ends, and is counted at its start
 * and when it is stopped.
 */
export const createDesk = () => {
  /** @type {number[]} */
  const paid = [];
  const busy = new Set();
  const hundreds = (/** @type {number} */ number) => Math.floor(number / 100);
  const look = (/** @type {number} */ number) => ({
    tool: 'find_invoice',
    arguments: { invoice: number },
    why: 'Shows whether it is paid.',
    applied_when: { pointer: '/paid', equals: 1 },
  });

  const pay = defineTool({
    name: 'pay_invoice',
    description: 'Pays an invoice.',
    input: z.strictObject({ invoice, currency: z.enum(['euro', 'franc']).default('euro') }),
    output: z.object({ invoice, currency: z.string() }),
    operation: 'command',
    danger: 'reversible',
    errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'PERMISSION_DENIED'],
    run: async ({ arguments: { invoice: number, currency }, fail, signal }) => {
      if (hundreds(number) === 1 && !busy.has(number)) {
        busy.add(number);
        return fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 1 });
      }
      if (hundreds(number) === 4) return fail('PERMISSION_DENIED', { required_scope: 'payments' });
      paid.push(number);
      if (hundreds(number) === 5) {
        while (!signal.aborted) await sleep(10);
        paid.push(number);
      }
      const lost = { effect: /** @type {const} */ ('unknown'), retryable: false };
      if (hundreds(number) === 2) return fail('UPSTREAM_TIMEOUT', {}, { ...lost, next_actions: [look(number)] });
      if (hundreds(number) === 3) return fail('UPSTREAM_TIMEOUT', {}, lost);
      return { invoice: number, currency };
    },
  });
  const find = defineTool({
    name: 'find_invoice',
    description: 'Shows how often an invoice was paid.',
    input,
    output: z.object({ invoice, paid: z.int() }),
    operation: 'query',
    danger: 'safe',
    errors: ['NOT_FOUND_RESOURCE'],
    run: ({ arguments: { invoice: number }, fail }) =>
      number === 404
        ? fail('NOT_FOUND_RESOURCE', { resource_type: 'invoice', resource_id: '404' })
        : { invoice: number, paid: paid.filter((one) => one === number).length },
  });
  const tear = defineTool({
    name: 'tear_up_invoice',
    description: 'Destroys an invoice for good.',
    input,
    output: z.object({ invoice, torn: z.boolean() }),
    operation: 'command',
    danger: 'destructive',
    confirmation: { message: 'Tear up invoice {invoice}?' },
    errors: [],
    run: ({ arguments: { invoice: number } }) => ({ invoice: number, torn: true }),
  });
  return createServer({ name: 'desk', tools: [pay, find, tear] });
};

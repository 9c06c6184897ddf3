import { recovering } from '@recourse/client';
import { createServer, defineTool } from '@recourse/engine';
import { createClock, linkClient } from '@recourse/testkit';
import { z } from 'zod';

const clock = createClock();
const faults: string[] = [];
const paid: number[] = [];

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: z.strictObject({ invoice: z.int().min(1) }),
  operation: 'command',
  danger: 'reversible',
  errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  run: ({ arguments: { invoice }, fail }) => {
    const fault = faults.shift();
    if (fault === 'bank is busy') return fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
    paid.push(invoice);
    if (fault !== 'answer is lost') return { invoice, paid: true };
    const look = {
      tool: 'find_invoice',
      arguments: { invoice },
      why: 'Shows whether it is paid.',
      applied_when: { pointer: '/paid', equals: true },
    };
    return fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, next_actions: [look] });
  },
});
const findInvoice = defineTool({
  name: 'find_invoice',
  description: 'Shows an invoice.',
  input: z.strictObject({ invoice: z.int().min(1) }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: { invoice } }) => ({ invoice, paid: paid.includes(invoice) }),
});
const voidInvoice = defineTool({
  name: 'void_invoice',
  description: 'Voids an invoice for good.',
  input: z.strictObject({ invoice: z.int().min(1) }),
  operation: 'command',
  danger: 'destructive',
  confirmation: { message: 'Void invoice {invoice}?' },
  errors: [],
  run: ({ arguments: { invoice } }) => ({ invoice, void: true }),
});

const server = createServer({ name: 'invoices', tools: [pay, findInvoice, voidInvoice], now: clock.now });
const linked = await linkClient(server);

// Leave out the last three in your program: they make this run the same every time.
const client = recovering(linked.client, {
  confirm: ({ message }) => message === 'Void invoice 4?',
  budget: { attempts: 4, seconds: 60 },
  now: clock.now,
  random: () => 0.5,
  sleep: async (ms) => clock.advance(ms),
});

const calls = [
  { title: 'The bank is busy twice.', fault: ['bank is busy', 'bank is busy'], name: 'pay', invoice: 1 },
  { title: "The bank's answer is lost.", fault: ['answer is lost'], name: 'pay', invoice: 2 },
  { title: 'A model sends a number as a string.', fault: [], name: 'pay', invoice: '3' },
  { title: 'A person has to say yes, and does.', fault: [], name: 'void_invoice', invoice: 4 },
  { title: 'A person has to say yes, and does not.', fault: [], name: 'void_invoice', invoice: 5 },
];
for (const { title, fault, name, invoice } of calls) {
  faults.push(...fault);
  const result = await client.callTool({ name, arguments: { invoice } });
  console.log(`${title}\n${client.explain(result)}`);
}
console.log(`Paid: ${paid.join(', ')}`);
await linked.close();

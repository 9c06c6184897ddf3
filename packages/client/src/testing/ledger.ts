import { createServer, defineTool } from '@recourse/engine';
import type { Server, ServerOptions } from '@recourse/engine';
import { createClock } from '@recourse/testkit';
import type { Clock } from '@recourse/testkit';
import { z } from 'zod';

/** The fault of the next payment. */
type Fault = 'busy' | 'timeout_before' | 'timeout_after' | 'broken';

export interface Ledger {
  readonly server: Server;
  readonly clock: Clock;
  /** Everything that took effect. */
  readonly done: readonly string[];
  /** Meets the next payments, one each. */
  readonly faults: Fault[];
}

/** A server whose every effect is in its ledger, so that a test can see what happened twice. */
export const createLedger = (options: Partial<ServerOptions> = {}): Ledger => {
  const clock = createClock();
  const done: string[] = [];
  const faults: Fault[] = [];
  const accounts = new Set<string>();
  const amount = z.int().min(1);
  const look = (paid: number) => ({
    tool: 'find_payment',
    arguments: { amount: paid },
    why: 'Shows whether it was paid.',
    applied_when: { pointer: '/paid', equals: true },
  });
  const server = createServer({
    name: 'ledger',
    now: clock.now,
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays.',
        input: z.strictObject({ amount, currency: z.enum(['euro', 'franc']).default('euro') }),
        output: z.object({ paid: z.int() }),
        operation: 'command',
        danger: 'reversible',
        errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
        run: ({ arguments: { amount: paid, currency }, fail }) => {
          const fault = faults.shift();
          if (fault === 'busy') return fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
          if (fault === 'broken') throw new Error('a bug');
          if (fault !== 'timeout_before') done.push(`pay ${paid} ${currency}`);
          return fault === undefined
            ? { paid }
            : fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, next_actions: [look(paid)] });
        },
      }),
      defineTool({
        name: 'find_payment',
        description: 'Looks for a payment.',
        input: z.strictObject({ amount }),
        operation: 'query',
        danger: 'safe',
        errors: [],
        run: ({ arguments: { amount: paid } }) => ({ paid: done.some((line) => line.startsWith(`pay ${paid} `)) }),
      }),
      defineTool({
        name: 'close_account',
        description: 'Closes an account for good.',
        input: z.strictObject({ name: z.string() }),
        operation: 'command',
        danger: 'destructive',
        confirmation: { message: 'Close {name}?', reasons: ['It cannot be opened again'] },
        errors: [],
        run: ({ arguments: { name } }) => {
          done.push(`close ${name}`);
          return { closed: true };
        },
      }),
      defineTool({
        name: 'remind',
        description: 'Sends a reminder.',
        input: z.strictObject({}),
        operation: 'command',
        danger: 'reversible',
        quotas: [{ metric: 'reminders', count: 'attempts', windowMs: 60_000, pause: 1 }],
        errors: [],
        run: () => ({ reminders: done.push('remind') }),
      }),
      defineTool({
        name: 'rate',
        description: 'Looks a rate up.',
        input: z.strictObject({}),
        operation: 'query',
        danger: 'safe',
        quotas: [{ metric: 'rates', count: 'attempts', windowMs: 20_000, stop: 1 }],
        errors: [],
        run: () => ({ rate: 1 }),
      }),
      defineTool({
        name: 'deposit',
        description: 'Puts money into an account.',
        input: z.strictObject({ name: z.string() }),
        operation: 'command',
        danger: 'reversible',
        errors: ['NOT_FOUND_RESOURCE'],
        run: ({ arguments: { name }, fail }) => {
          if (accounts.has(name)) return { deposits: done.push(`deposit ${name}`) };
          const open = { tool: 'open_account', arguments: { name }, why: 'There is no such account yet.' };
          return fail('NOT_FOUND_RESOURCE', { resource_id: name }, { recovery: 'change_state', next_actions: [open] });
        },
      }),
      defineTool({
        name: 'open_account',
        description: 'Opens an account.',
        input: z.strictObject({ name: z.string() }),
        operation: 'command',
        danger: 'reversible',
        errors: [],
        run: ({ arguments: { name } }) => {
          accounts.add(name);
          return { accounts: done.push(`open ${name}`) };
        },
      }),
      defineTool({
        name: 'audit',
        description: 'For auditors.',
        input: z.strictObject({}),
        operation: 'query',
        danger: 'safe',
        errors: ['PERMISSION_DENIED'],
        run: ({ fail }) => fail('PERMISSION_DENIED', { required_scope: 'audit' }),
      }),
    ],
    ...options,
  });
  return { server, clock, done, faults };
};

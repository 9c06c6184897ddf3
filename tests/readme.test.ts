import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRegistry, defineCodes } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import { expect, it } from 'vitest';
import { z } from 'zod';

const readme = readFileSync(path.resolve(import.meta.dirname, '..', 'README.md'), 'utf8');

it('shows in README.md the line that a model reads', () => {
  const ticketCodes = defineCodes(
    {
      TICKET_LOCKED: {
        kind: 'error',
        category: 'conflict',
        http: 409,
        retryable: true,
        recovery: 'wait',
        since: '1.0.0',
        summary: 'Ticket is being edited',
        message: "Ticket {id} is being edited by '{editor}'",
        hint: 'Repeat the call after {retry_after_seconds} s, or ask {editor} to finish.',
        details: z.object({ id: z.int(), editor: z.string(), retry_after_seconds: z.number() }),
      },
    },
    { namespace: 'tickets' },
  );
  const { fail } = createRegistry(ticketCodes);
  const failure = fail('TICKET_LOCKED', { id: 7, editor: 'ada', retry_after_seconds: 30 });
  const [line] = toCallToolResult(failure).content;
  expect(line?.type === 'text' && readme.includes(`\n${line.text}\n`)).toBe(true);
});

it('fits on one screen', () => {
  expect(readme.split('\n').length).toBeLessThan(60);
});

import { linkClient } from '@recourse/testkit';
import { expect, it } from 'vitest';
import createTicketServer from '../src/server.ts';

it('adds a comment to an open ticket', async () => {
  const { callTool, close } = await linkClient(createTicketServer());
  const { structuredContent } = await callTool('add_comment', { ticket: 1, text: 'The third.' });
  expect(structuredContent).toMatchObject({ ok: true, comments: 2 });
  await close();
});

it('rejects a comment on a closed ticket and names the call that reopens it', async () => {
  const { callTool, close } = await linkClient(createTicketServer());
  const { structuredContent } = await callTool('add_comment', { ticket: 2, text: 'Still none.' });
  expect(structuredContent).toMatchObject({
    ok: false,
    code: 'TICKET_CLOSED',
    recovery: 'change_state',
    next_actions: [{ tool: 'reopen_ticket', arguments: { ticket: 2 } }],
  });
  await callTool('reopen_ticket', { ticket: 2 });
  const again = await callTool('add_comment', { ticket: 2, text: 'Still none.' });
  expect(again.structuredContent).toMatchObject({ ok: true, comments: 2 });
  await close();
});

it('rejects a ticket that does not exist', async () => {
  const { callTool, close } = await linkClient(createTicketServer());
  const { structuredContent } = await callTool('reopen_ticket', { ticket: 3 });
  expect(structuredContent).toMatchObject({ ok: false, code: 'NOT_FOUND_RESOURCE' });
  await close();
});

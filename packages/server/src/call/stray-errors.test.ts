import { createServer } from '@recourse/engine';
import { expect, it } from 'vitest';
import { openHttp } from '../testing/open-http.ts';
import { openStdio } from '../testing/open-stdio.ts';
import { createTickets } from '../testing/tickets.ts';
import { watchStrayErrors } from './stray-errors.ts';

const listeners = (): readonly number[] => [
  process.listenerCount('uncaughtException'),
  process.listenerCount('unhandledRejection'),
];

it('watches the process once while doors are open, and no longer', async () => {
  const before = listeners();
  const { server } = createTickets();
  await server.call({ tool: 'find_ticket', arguments: { id: 7 }, caller: { transport: 'in-process', local: true } });
  createServer({ name: 'other', tools: [] });
  expect(listeners()).toEqual(before);
  const http = await openHttp(server);
  const stdio = await openStdio(server);
  expect(listeners()).toEqual(before.map((count) => count + 1));
  await http.close();
  expect(listeners()).toEqual(before.map((count) => count + 1));
  await stdio.close();
  expect(listeners()).toEqual(before);
});

it('ends a watch once, however often it is told to', () => {
  const before = listeners();
  const [one, other] = [watchStrayErrors(() => undefined), watchStrayErrors(() => undefined)];
  one();
  one();
  expect(listeners()).toEqual(before.map((count) => count + 1));
  other();
  expect(listeners()).toEqual(before);
});

import { recovering } from '@recourse/client';
import type { Question, RecoveryOptions } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapterText } from '../servers/aql/test/world/adapter-text.ts';
import { doors, openDesk, serveDesk } from '../servers/aql/test/world/serve-command.ts';
import type { Desk, Served } from '../servers/aql/test/world/serve-command.ts';
import { openShop } from '../servers/aql/test/world/shop.ts';
import type { Shop } from '../servers/aql/test/world/shop.ts';

const limits = `rate_limits:
  quotas:
    enabled: true
    limits:
      - { metric: requests_per_hour, pause: 2, hard_stop: 4 }
`;

describe.each(doors)('an adapter that recourse serves over %s', (door) => {
  let shop: Shop;
  let desk: Desk;
  let served: Served;
  const asked: Question[] = [];
  beforeAll(async () => {
    shop = await openShop();
    desk = openDesk();
    desk.write('shop', adapterText(shop.url, { name: 'shop' }).replace('operations:', `${limits}operations:`));
    desk.write('plain', adapterText(shop.url, { name: 'plain' }));
    served = await serveDesk(door, desk, ['shop', 'plain']);
  });
  afterAll(async () => {
    await served.close();
    desk.remove();
    await shop.close();
  });

  const clientOf = (adapter: string, options: RecoveryOptions = {}) => recovering(served.client(adapter), options);
  const answering =
    (yes: boolean) =>
    (question: Question): boolean => {
      asked.push(question);
      return yes;
    };
  const get = { name: 'mcp_aql_read', arguments: { operation: 'get_item', params: { id: 1 } } };

  it('continues after a pause of its quota when a person lets it, and stops where the quota does', async () => {
    const client = clientOf('shop', { confirm: answering(true) });
    const ends = [];
    for (let times = 0; times < 5; times += 1) ends.push(await client.recover(get));
    expect(ends.map(({ end, calls }) => ({ end, calls }))).toEqual([
      { end: 'succeeded', calls: 1 },
      { end: 'succeeded', calls: 1 },
      { end: 'succeeded', calls: 2 },
      { end: 'succeeded', calls: 1 },
      { end: 'gave_up_deadline', calls: 1 },
    ]);
    expect(ends[2]?.explain()).toMatch(/RATE_LIMIT_QUOTA_PAUSE[^]*the person said yes/);
    expect(ends[4]?.failure?.code).toBe('RATE_LIMIT_QUOTA_EXHAUSTED');
    expect(shop.seen.filter((line) => line === 'GET /items/1')).toHaveLength(4);
  });

  it.each([
    [false, 'denied', []],
    [true, 'succeeded', ['DELETE /items/2']],
  ] as const)('removes an item only after a yes, the answer being %s', async (yes, end, seen) => {
    shop.seen.length = 0;
    const client = clientOf('plain', { confirm: answering(yes) });
    const remove = { name: 'mcp_aql_delete', arguments: { operation: 'delete_item', params: { id: 2 } } };
    expect((await client.recover(remove)).end).toBe(end);
    expect(shop.seen).toEqual(seen);
    expect(asked.at(-1)).toMatchObject({ danger: 'destructive', arguments: remove.arguments });
  });

  it('corrects a misspelt parameter, and hands the call back if no parameter is similar', async () => {
    const client = clientOf('plain');
    const read = (params: object) =>
      client.recover({ name: 'mcp_aql_read', arguments: { operation: 'get_item', params } });
    expect((await read({ id: '1' })).end).toBe('succeeded');
    expect((await read({ number: 1 })).end).toBe('handed_over');
  });
});

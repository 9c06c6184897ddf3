import { dialectNames } from '@recourse/contract/dialects';
import { afterAll, describe, expect, it } from 'vitest';
import { sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { doorStdio, startDoor, startDoorWithKey } from '../src/servers/index.mjs';
import { cases, expectSeen } from './expect-seen.mjs';

const door = await startDoor();
const doorWithKey = await startDoorWithKey();
afterAll(() => Promise.all([door.close(), doorWithKey.close()]));

/** Over stdio every dialect is a process of its own; there one client of each kind stands for the others. */
const clients = [
  { client: sdk120, places: ['HTTP'] },
  { client: sdk124, places: ['HTTP'] },
  { client: sdk132, places: ['HTTP', 'stdio'] },
  { client: sdk24Legacy, places: ['HTTP'] },
  { client: sdk24Modern, places: ['HTTP', 'stdio'] },
];

describe.each(clients)('$client.name', ({ client, places }) => {
  const everywhere = places.flatMap((place) => dialectNames.map((dialect) => ({ dialect, place })));

  it.each(everywhere)('sees the same in $dialect over $place', async ({ dialect, place }) => {
    const connection = await client.connect(place === 'stdio' ? doorStdio(dialect) : door.endpoint(dialect));
    for (const { tool, args, ...expected } of cases) {
      await expectSeen(await connection.callTool(tool, args), expected, dialect);
    }
    await connection.close();
  });

  it('is let in by its key only', async () => {
    const { url } = doorWithKey.endpoint('recourse');
    await expect(client.connect({ url })).rejects.toThrow();
    await expect(client.connect({ url, headers: { authorization: 'Bearer wrong' } })).rejects.toThrow();
  });
});

/** A client process that makes one call under a key in a file, and reports how it ended. Its parent may kill it. */
import { openFileKeys, recoveringRest } from '@recourse/client';

const { url, keys, intent, key, budget, args } = JSON.parse(process.argv[2]);
const client = recoveringRest(url, {
  keys: openFileKeys(keys),
  budget,
  allow: ['find_effect'],
  loopGuard: false,
  createKey: () => key,
});
const { end } = await client.recover({ name: 'act', arguments: args }, { intent });
process.send({ end });
process.disconnect();
client.close();

/** A client process that makes one call under a key in a file, and reports how it ended. Its parent may kill it. */
import { openFileKeys } from '@recourse/client';
import { recoverOptions } from '../wires/recover-options.mjs';
import { connectTo } from '../wires/wires.mjs';

const { target, keys, key, args } = JSON.parse(process.argv[2]);
const options = { ...recoverOptions, keys: await openFileKeys(keys), createKey: () => key };
const client = await connectTo(target, options);
process.send({ what: 'sending' });
const recovered = await client.recover({ name: 'act', arguments: args }, { intent: args.intent, timeout: 10_000 });
process.send({ what: 'ended', end: recovered.end, why: recovered.explain() }, () => {
  process.disconnect();
  client.close();
});

import { contractExtensionKey } from '@recourse/contract/mcp';
import { recovering } from '@recourse/client';
import { echoArguments, linkCurrent } from './pipeline-servers.mjs';
import { median } from './statistics.mjs';

const warmUpRounds = 10;
const fullRounds = 200;
const quickRounds = 20;
const stubCallsInBatch = 2_000;
const linkedCallsInBatch = 200;

/** Measures the overhead of the recovering client for a successful call. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureClient = async ({ quick }) => {
  const rounds = quick ? quickRounds : fullRounds;
  const { client: sdkClient } = await linkCurrent();
  const cases = {
    'a write of a server with the contract': pairOf(createStub({ announced: true, readOnly: false })),
    'a read of a server with the contract': pairOf(createStub({ announced: true, readOnly: true })),
    'a call of an ordinary server': pairOf(createStub({ announced: false, readOnly: false })),
    'the SDK client and an SDK server, linked in memory': pairOf(sdkClient, linkedCallsInBatch),
  };
  const rows = [];
  for (const [name, pair] of Object.entries(cases)) rows.push([name, ...(await compare(await pair, rounds))]);
  await sdkClient.close();
  const stubs = rows.slice(0, 3).map((row) => Number(row[2]));
  return {
    tables: [
      {
        title: `microseconds of processor time for one call that succeeds at once; medians of ${rounds} rounds`,
        columns: [
          { name: 'case' },
          { name: 'plain', digits: 2 },
          { name: 'added', digits: 2 },
          { name: 'least added', digits: 2 },
          { name: 'share', digits: 2 },
        ],
        rows,
      },
    ],
    targets: [{ what: 'added to a call that succeeds', measured: Math.max(...stubs), limit: 5, unit: 'µs' }],
    notes: ['the share of the total time of a wrapped call that the client adds'],
  };
};

/** A client that answers by itself, so that nothing hides what the wrapper costs. @param {{ announced: boolean, readOnly: boolean }} options */
const createStub = ({ announced, readOnly }) => {
  const capabilities = announced ? { extensions: { [contractExtensionKey]: { version: 1, dialect: 'recourse' } } } : {};
  const tools = [{ name: 'echo_0', inputSchema: { type: 'object' }, annotations: { readOnlyHint: readOnly } }];
  return {
    listen: () => undefined,
    getServerVersion: () => ({ name: 'bench', version: '0.0.0' }),
    getServerCapabilities: () => capabilities,
    listTools: () => Promise.resolve({ tools }),
    /** @param {unknown} _params @param {unknown} [_options] @returns {Promise<object>} */
    callTool: (_params, _options) =>
      Promise.resolve({
        content: [{ type: 'text', text: '{"ok":true,"text":"hello","length":15}' }],
        structuredContent: { ok: true, text: 'hello', length: 15 },
      }),
  };
};

/**
 * The same client plain and wrapped. Its tools have been listed, as every host does before a model can call one.
 *
 * @param {any} client
 */
const pairOf = async (client, calls = stubCallsInBatch) => {
  const wrapped = recovering(client);
  await wrapped.listTools();
  return { plain: client, wrapped, calls };
};

/**
 * Both in turn, the first of a round being the other in the next; a difference is taken round by round.
 *
 * @param {{ readonly plain: any, readonly wrapped: any, readonly calls: number }} pair
 * @param {number} rounds
 */
const compare = async ({ plain, wrapped, calls }, rounds) => {
  const [plains, differences] = [[], []];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const isOdd = round % 2 !== 0;
    const first = await costOf(isOdd ? wrapped : plain, calls);
    const second = await costOf(isOdd ? plain : wrapped, calls);
    if (round < 0) continue;
    plains.push(isOdd ? second : first);
    differences.push(isOdd ? first - second : second - first);
  }
  const [one, added] = [median(plains), median(differences)];
  return [one, added, Math.min(...differences), added / (one + added)];
};

/** @param {any} client @param {number} calls */
const costOf = async (client, calls) => {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await client.callTool({ name: 'echo_0', arguments: echoArguments });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
};

import { nextId, withSession } from './clients.mjs';
import { expect, expectAnySuccess, expectFailure, expectSuccess } from './expect.mjs';

/**
 * A few calls of a client, with the answers that it must get. The weight says how often the scenario runs. Throws if an
 * answer is wrong.
 *
 * @typedef {import('./clients.mjs').Client} Client
 * @typedef {{ readonly weight: number, readonly only?: 'http' | 'stdio', run(client: Client, number: number): Promise<void> }} Scenario
 */

const keyMeta = 'dev.recourse/idempotency_key';
const large = 'a large text with an umlaut (ü) and a sign beyond the first plane (🙂). '.repeat(800);

/** @type {Readonly<Record<string, Scenario>>} */
export const scenarios = {
  tiny: {
    weight: 400,
    run: async (client, number) => {
      const text = `hello ${number}`;
      expectSuccess(await client.call('echo', { text, times: 2 }), { text, length: text.length * 2 });
    },
  },
  large: {
    weight: 15,
    run: async (client, number) => {
      const text = `${number} ${large}`;
      expectSuccess(await client.call('echo', { text, times: 1 }), { text, length: text.length });
    },
  },
  'too large': {
    weight: 2,
    run: async (client) => {
      const result = await client.call('echo', { text: 'x'.repeat(1_100_000), times: 1 });
      expectFailure(result, 'VALIDATION_PAYLOAD_TOO_LARGE');
    },
  },
  'wrong argument': {
    weight: 100,
    run: async (client, number) => {
      const failure = expectFailure(
        await client.call('echo', { text: `${number}`, times: 'many' }),
        'VALIDATION_INVALID_TYPE',
      );
      expect(failure['details'].param_name === 'times', 'the name of the argument', failure);
    },
  },
  'unknown tool': {
    weight: 60,
    run: async (client) => {
      const failure = expectFailure(await client.call('ecoh', { text: 'x', times: 1 }), 'NOT_FOUND_OPERATION');
      expect(failure['details'].available.includes('echo'), 'the name that was meant', failure);
    },
  },
  'no message of JSON-RPC': {
    weight: 30,
    run: async (client) => {
      const { error } = await client.ask({ jsonrpc: '1.0', id: nextId(), method: 'tools/call', params: {} });
      expect(error?.code === -32600, 'the error -32600', error);
    },
  },
  confirmation: {
    weight: 80,
    run: async (client, number) => {
      const item = `item ${number}`;
      const asked = expectFailure(await client.call('remove', { item }), 'CONFIRMATION_REQUIRED');
      const token = { confirmation_token: asked['details'].confirmation_token };
      const removed = expectAnySuccess(await client.call('recourse_confirm', token));
      expect(removed['item'] === item && removed['removal'] > 0, `the removal of ${item}`, removed);
      expectFailure(await client.call('recourse_confirm', token), 'TOKEN_ALREADY_USED');
    },
  },
  replay: {
    weight: 80,
    run: async (client, number) => {
      const meta = { [keyMeta]: `soak-${number}` };
      const seat = `seat ${number}`;
      const first = expectAnySuccess(await client.call('book', { seat }, meta));
      const again = expectAnySuccess(await client.call('book', { seat }, meta));
      expect(first['booking'] > 0 && first['booking'] === again['booking'], `booking ${first['booking']} again`, again);
      expect(again['_meta'].replayed === true, 'a replay that says so', again);
      expectFailure(await client.call('book', { seat: 'another' }, meta), 'CONFLICT_IDEMPOTENCY_KEY');
    },
  },
  'one booking asked for twice at once': {
    weight: 40,
    only: 'stdio',
    run: async (client, number) => {
      const meta = { [keyMeta]: `soak-${number}` };
      const seat = `seat ${number}`;
      const results = await Promise.all([client.call('book', { seat }, meta), client.call('book', { seat }, meta)]);
      const bookings = results
        .filter(({ isError }) => !isError)
        .map(({ structuredContent }) => structuredContent.booking);
      expect(new Set(bookings).size === 1, 'one booking', results);
      for (const result of results.filter(({ isError }) => isError)) expectFailure(result, 'CONFLICT_IN_FLIGHT');
    },
  },
  listing: {
    weight: 20,
    run: async (client) => {
      const { result } = await client.list();
      expect(result?.tools?.length === 4, 'four tools', result);
    },
  },
  progress: {
    weight: 10,
    run: async (client, number) => {
      const text = `progress ${number}`;
      expectSuccess(await client.call('echo', { text, times: 1 }, { progressToken: number }), {
        text,
        length: text.length,
      });
    },
  },
  session: {
    weight: 5,
    only: 'http',
    run: async ({ post }, number) => {
      if (!post) return;
      const text = `session ${number}`;
      await withSession(post, async (call) => {
        expectSuccess(await call('echo', { text, times: 1 }), { text, length: text.length });
        expectFailure(await call('ecoh', {}), 'NOT_FOUND_OPERATION');
      });
    },
  },
  REST: {
    weight: 80,
    only: 'http',
    run: async ({ post }, number) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const good = await post?.('/soak/tools/echo', headers, { text: `${number}`, times: 1 });
      expect(good?.status === 200 && JSON.parse(good.body).text === `${number}`, 'the text', good?.body);
      const problem = { ...headers, accept: 'application/problem+json' };
      const bad = await post?.('/soak/tools/echo', problem, { text: `${number}` });
      expect(bad?.status === 400 && JSON.parse(bad.body).code === 'VALIDATION_MISSING_PARAM', 'a problem', bad?.body);
    },
  },
};

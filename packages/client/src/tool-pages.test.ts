import { describe, expect, it } from 'vitest';
import { recovering } from './recovering.ts';

const pages = [
  { tools: [{ name: 'pay' }], nextCursor: 'more' },
  { tools: [{ name: 'find', annotations: { readOnlyHint: true } }] },
];

/** A client of either generation that has not been told to list its tools, and must not be. */
const createClient = (generation: 1 | 2) => {
  const requests: (readonly unknown[])[] = [];
  let calls = 0;
  return {
    requests,
    ...(generation === 2 && { listen: () => undefined }),
    listTools: (): Promise<unknown> => Promise.reject(new Error('It checks answers from now on')),
    request: async (...args: readonly unknown[]): Promise<unknown> => {
      requests.push(args);
      const { cursor } = (args[0] as { readonly params: { readonly cursor?: string } }).params;
      const page = cursor === 'more' ? pages[1] : pages[0];
      const schema = args[1] as { readonly safeParse: (value: unknown) => { readonly data: unknown } };
      return generation === 1 ? schema.safeParse(page).data : page;
    },
    callTool: async (): Promise<unknown> => {
      calls += 1;
      if (calls === 1) throw Object.assign(new Error('late'), { code: 'REQUEST_TIMEOUT' });
      return { content: [] };
    },
  };
};

describe.each([1, 2] as const)('a client of generation %s', (generation) => {
  const sleep = (): Promise<void> => Promise.resolve();

  it('is asked for its tools without its own list, page by page until the tool is found', async () => {
    const client = createClient(generation);
    expect((await recovering(client, { sleep, trustAnnotations: true }).recover({ name: 'find' })).end).toBe(
      'succeeded',
    );
    expect(client.requests.map(([request]) => request)).toEqual([
      { method: 'tools/list', params: {} },
      { method: 'tools/list', params: { cursor: 'more' } },
    ]);
    expect(client.requests[0]?.at(-1)).toMatchObject({ timeout: 10_000 });
  });

  it('is asked for no more pages than it takes', async () => {
    const client = createClient(generation);
    expect((await recovering(client, { sleep }).recover({ name: 'pay' })).end).toBe('in_doubt');
    expect(client.requests).toHaveLength(1);
  });
});

describe('a server that answers nothing at all', () => {
  it('is asked for its tools once, and no longer than the budget lasts', async () => {
    const timeouts: number[] = [];
    const never = (timeout: number): Promise<never> => {
      timeouts.push(timeout);
      return Promise.reject(Object.assign(new Error('late'), { code: 'REQUEST_TIMEOUT' }));
    };
    const client = {
      listen: () => undefined,
      request: (_: object, { timeout }: { readonly timeout: number }) => never(timeout),
      callTool: (_: object, { timeout }: { readonly timeout: number }) => never(timeout),
    };
    const wrapped = recovering(client, { budget: { seconds: 2 }, now: () => 0 });
    expect((await wrapped.recover({ name: 'pay' })).end).toBe('in_doubt');
    expect(timeouts).toEqual([2_000, 2_000]);
  });
});

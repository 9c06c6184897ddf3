import { describe, expect, it } from 'vitest';
import { recovering } from '../recovering.ts';

const createLost = () => ({
  listen: () => undefined,
  callTool: (): Promise<unknown> => Promise.reject(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })),
});
const never = (): Promise<ReturnType<typeof createLost>> => new Promise(() => undefined);

describe('a server that does not come back when it is started again', () => {
  it('is waited for no longer than the budget lasts', async () => {
    const budget = { seconds: 0.2 };
    const client = recovering(createLost(), { reads: ['find'], reconnect: never, budget, random: () => 0 });
    const recovered = await client.recover({ name: 'find' });
    expect(recovered.end).toBe('gave_up_deadline');
    expect(recovered.thrown).toMatchObject({ code: 'NOT_CONNECTED' });
  });

  it('is not waited for once the caller has taken the call back', async () => {
    const abort = new AbortController();
    const reconnect = () => {
      abort.abort();
      return never();
    };
    const client = recovering(createLost(), { reads: ['find'], reconnect });
    expect((await client.recover({ name: 'find' }, { signal: abort.signal })).end).toBe('cancelled');
  });
});

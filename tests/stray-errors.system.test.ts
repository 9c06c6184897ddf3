import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lateHandlers, stray } from './fixtures/misbehaving/stray.mjs';
import { startMisbehaving } from './boundary/misbehaving-process.ts';
import type { Line, MisbehavingProcess } from './boundary/misbehaving-process.ts';

const isOf =
  (event: string, call: Line) =>
  (line: Line): boolean =>
    line['event'] === event && line['correlation_id'] === call['correlation_id'];

describe.each(['stdio', 'http'] as const)('a handler over %s', (transport) => {
  let server: MisbehavingProcess;
  const lineOf = (tool: string, answered: number): Promise<Line> => {
    let count = 0;
    return server.logged((line) => line['event'] === 'tool_call' && line['tool'] === tool && count++ === answered);
  };
  beforeAll(async () => {
    server = await startMisbehaving(transport);
  });
  afterAll(() => server.kill());

  it.each(Object.keys(stray).map((how, index) => ({ how, index })))(
    'leaves an error behind that is logged with the id of its call: $how',
    async ({ how, index }) => {
      const { message } = await server.call('stray', { how });
      expect(message.result).toBeDefined();
      const call = await lineOf('stray', index);
      const line = await server.logged(isOf('stray_error', call));
      expect(line).toMatchObject({ level: 'error', tool: 'stray', ok: false });
      expect((await server.call('good', {})).message.result?.structuredContent).toMatchObject({ good: true });
    },
  );

  it('leaves an error behind that is logged without an id if Node knows none', async () => {
    await server.call('unattributed', { how: 'microtask' });
    const line = await server.logged((one) => one['event'] === 'stray_error' && one['correlation_id'] === undefined);
    expect(line).toMatchObject({ level: 'error', cause: { message: 'left behind' } });
    expect((await server.call('good', {})).message.result?.structuredContent).toMatchObject({ good: true });
  });

  it.each(Object.keys(lateHandlers).map((how, index) => ({ how, index })))(
    'continues after its call has ended, and the server serves on: $how',
    async ({ how, index }) => {
      const { message } = await server.call('late', { how });
      expect(message.result?.structuredContent).toMatchObject({ code: 'INTERNAL_TIMEOUT' });
      const call = await lineOf('late', index);
      await server.logged(isOf('late_result', call));
      expect((await server.call('good', {})).message.result?.structuredContent).toMatchObject({ good: true });
    },
  );

  it('leaves the server in order', () => server.end());
});

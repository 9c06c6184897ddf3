import { dialectNames } from '@recourse/contract/dialects';
import { canonicalOf } from '@recourse/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { large } from './fixtures/misbehaving/large.mjs';
import { startMisbehaving } from './boundary/misbehaving-process.ts';
import type { MisbehavingProcess } from './boundary/misbehaving-process.ts';

const responseBytes = 64 * 1024;
/** The bound that docs/guide/writing-tools.md states. */
const mostFrameBytes = 4 * responseBytes + 16 * 1024;

const wires = dialectNames.flatMap((dialect) => (['stdio', 'http'] as const).map((wire) => ({ dialect, wire })));

describe.each(wires)('frames of $dialect over $wire', ({ dialect, wire }) => {
  let server: MisbehavingProcess;
  beforeAll(async () => {
    server = await startMisbehaving(wire, { dialect, responseBytes });
  });
  afterAll(() => server.kill());

  it.each(Object.keys(large))('stay within the bound, and the record agrees: %s', async (how) => {
    for (const size of [responseBytes / 10, responseBytes / 3, responseBytes - 1000, responseBytes * 10]) {
      const { bytes, message } = await server.call('large', { how, size: Math.floor(size) });
      expect(bytes).toBeLessThanOrEqual(mostFrameBytes);
      expect(message.error).toBeUndefined();
      const failure = canonicalOf(message.result);
      if (!failure) continue;
      const line = await server.logged(({ correlation_id }) => correlation_id === failure['correlation_id']);
      expect(line).toMatchObject({ ok: false, code: failure['code'], effect: failure['effect'] });
    }
  });

  it('leave the server in order', async () => {
    expect((await server.call('good', {})).message.result?.isError).toBeUndefined();
    await server.end();
  });
});

it('refuses a message of 20 MB with the default limit', async () => {
  const server = await startMisbehaving('stdio');
  const { bytes, message } = await server.call('large', { how: 'message-plain', size: 20_000_000 });
  expect(bytes).toBeLessThan(16 * 1024);
  expect(message.result?.structuredContent).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'none' });
  const line = await server.logged(({ tool }) => tool === 'large');
  expect(line).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'none' });
  await server.end();
});

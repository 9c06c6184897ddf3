import { canonicalOf } from '@recourse/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thrown } from './fixtures/misbehaving/thrown.mjs';
import { startMisbehaving } from './boundary/misbehaving-process.ts';
import type { MisbehavingProcess } from './boundary/misbehaving-process.ts';

describe.each(['stdio', 'http'] as const)('a handler over %s', (transport) => {
  let server: MisbehavingProcess;
  beforeAll(async () => {
    server = await startMisbehaving(transport);
  });
  afterAll(() => server.kill());

  describe.each(Object.keys(thrown))('with the value %s', (how) => {
    it.each(['throw', 'reject'])('ends in INTERNAL_ERROR on %s, as recorded', async (tool) => {
      const { message } = await server.call(tool, { how });
      const failure = canonicalOf(message.result);
      expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'unknown' });
      const line = await server.logged(({ correlation_id }) => correlation_id === failure?.['correlation_id']);
      expect(line).toMatchObject({ tool, ok: false, code: 'INTERNAL_ERROR', effect: 'unknown' });
    });
  });

  it('leaves the server in order', async () => {
    expect((await server.call('good', {})).message.result?.structuredContent).toMatchObject({ good: true });
    await server.end();
  });
});

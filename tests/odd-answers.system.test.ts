import { canonicalOf } from '@recourse/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers } from './fixtures/misbehaving/answers.mjs';
import { startMisbehaving } from './boundary/misbehaving-process.ts';
import type { MisbehavingProcess } from './boundary/misbehaving-process.ts';

describe.each(['stdio', 'http'] as const)('an answer that is not JSON over %s', (transport) => {
  let server: MisbehavingProcess;
  beforeAll(async () => {
    server = await startMisbehaving(transport);
  });
  afterAll(() => server.kill());

  it.each(Object.keys(answers))('ends in INTERNAL_OUTPUT_INVALID, as recorded: %s', async (how) => {
    const { message } = await server.call('answer', { how });
    const failure = canonicalOf(message.result);
    expect(failure).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'applied', recovery: 'verify' });
    const line = await server.logged(({ correlation_id }) => correlation_id === failure?.['correlation_id']);
    expect(line).toMatchObject({ tool: 'answer', ok: false, code: 'INTERNAL_OUTPUT_INVALID', effect: 'applied' });
  });

  it('leaves the server in order', async () => {
    expect((await server.call('good', {})).message.result?.structuredContent).toMatchObject({ good: true });
    await server.end();
  });
});

import fc from 'fast-check';
import type { JsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import { expect, it } from 'vitest';
import { json } from '../../test/fault.ts';
import { categories, methods } from '../adapter/adapter.ts';
import type { AdapterOperation, Parameter } from '../adapter/adapter.ts';
import { adapter, exchangeOf, operation, paging, parameter } from './testing/adapters.ts';
import { expectClean } from './testing/expect-clean.ts';
import { hostileText, hostileValue } from './testing/hostile-values.ts';
import { startUpstream } from './testing/upstream.ts';

const runs = repetitions({ atLeast: 500, full: 10_000 });

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const parameters = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.tuple(
    ...names.map((each) =>
      fc
        .record({
          in: fc.constantFrom<Parameter['in']>('path', 'query', 'header', 'body'),
          explode: fc.boolean(),
          type: fc.constantFrom('string', 'array', 'object'),
        })
        .map(({ type, ...rest }) => parameter(each, { ...rest, wireName: `w-${each}`, schema: { type } })),
    ),
  ),
);

const operations: fc.Arbitrary<AdapterOperation> = fc
  .record({
    parameters,
    method: fc.constantFrom(...methods),
    category: fc.constantFrom(...categories),
    paged: fc.boolean(),
    glued: fc.boolean(),
  })
  .map(({ parameters: declared, method, category, paged, glued }) => {
    const placeholders = declared.filter((each) => each.in === 'path').map(({ name: each }) => `{${each}}`);
    return operation({
      method,
      category,
      parameters: declared,
      path: `/start/${placeholders.join(glued ? '-' : '/')}/end`,
      paging: paged ? paging({ parameter: 'p-offset', sizeParameter: 'p-limit' }) : undefined,
    });
  });

const calls = operations.chain((called) =>
  fc.record({
    called: fc.constant(called),
    given: fc
      .record({
        declared: fc.record(Object.fromEntries(called.parameters.map((each) => [each.name, hostileValue])), {
          requiredKeys: [],
        }),
        strangers: fc.dictionary(fc.constantFrom('Stranger', 'w-x', '..', 'p-offset', 'a&b'), hostileValue, {
          maxKeys: 2,
        }),
        first: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        fields: fc.option(fc.oneof(hostileText, fc.array(hostileText, { maxLength: 2 })), { nil: undefined }),
      })
      .map(({ declared, strangers, first, fields }): JsonObject => ({
        ...strangers,
        ...declared,
        ...(first && { first }),
        ...(fields !== undefined && { fields }),
      })),
  }),
);

it('sends nothing unencoded and nothing unknown', { timeout: 600_000 }, async () => {
  const upstream = await startUpstream(json(200, []));
  const exchange = exchangeOf(adapter(`${upstream.url}/base/v1`));
  const signal = new AbortController().signal;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(calls, async ({ called, given }) => {
      const before = upstream.requests.length;
      const outcome = await exchange.send({ operation: called, arguments: given, signal });
      if (!outcome.ok) expect(outcome.category).toBe('validation');
      for (const request of upstream.requests.slice(before)) {
        sent += 1;
        expectClean(request, called, ['p-offset', 'p-limit']);
      }
    }),
    { numRuns: runs },
  );
  // A law about requests says nothing if none was sent.
  expect(sent).toBeGreaterThan(runs / 20);
});

import { fail, isFailure, onlyContent, succeed, warn, withContent } from '@recourse/contract';
import fc from 'fast-check';
import type { Json } from '@recourse/contract';
import { expect, it } from 'vitest';
import { parseOutcome, renderOutcome } from './outcome-text.ts';

it('carries every success', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(parseOutcome(renderOutcome(succeed(json)))).toEqual(succeed(json));
    }),
  );
});

it('carries warnings and failures', () => {
  const warning = warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'closes', current: 3, warn_threshold: 2 });
  const success = succeed({ ok: 'yes', warnings: [], _meta: 1 }, [warning]);
  expect(parseOutcome(renderOutcome(success))).toEqual(success);
  const failure = fail('UPSTREAM_TIMEOUT', { timeout_ms: 5 }, { effect: 'unknown', correlation_id: 'c-1' });
  const read = parseOutcome(renderOutcome(failure));
  expect(isFailure(read)).toBe(true);
  expect(read).toMatchObject({ code: 'UPSTREAM_TIMEOUT', effect: 'unknown', correlation_id: 'c-1' });
});

it('carries blocks', () => {
  const picture = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
  for (const success of [withContent({ id: 7 }, [picture]), onlyContent([picture])]) {
    expect(parseOutcome(renderOutcome(success))).toEqual(success);
  }
});

it.each(['', '{', '[]', 'null', '{}', '{"value":1}', '{"ok":false}'])('finds no outcome in %j', (text) => {
  expect(parseOutcome(text)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { dialectNames, loadDialect } from '../dialects/index.ts';
import { succeed } from '../failures/outcome.ts';
import type { Outcome } from '../failures/outcome.ts';
import { fail } from '../failures/registry.ts';
import { callToolResultText } from './call-tool-result-text.ts';
import { toCallToolResult } from './call-tool-result.ts';

const outcomes: readonly [string, Outcome][] = [
  ['a success', succeed({ user: 'octocat "quoted" \u2028 ü', list: [1, null, { deep: true }] })],
  ['a success with nothing in it', succeed({})],
  ['a success with a block', { ...succeed({ user: 'octocat' }), content: [{ type: 'text', text: 'hello' }] }],
  ['a failure', fail('NOT_FOUND_OPERATION', { operation: 'get_usr' }, { similar: [{ ref: 'get_user' }] })],
];

describe.each(dialectNames)('a result as text in %s', (name) => {
  it.each(outcomes)('says of %s what the object says', async (_, outcome) => {
    const dialect = await loadDialect(name);
    const facts = { tool: 'get_usr', elapsed_ms: 3, timestamp: '2026-01-01T00:00:00.000Z' };
    const object: unknown = JSON.parse(JSON.stringify(toCallToolResult(outcome, dialect, facts)));
    expect(JSON.parse(callToolResultText(outcome, dialect, facts))).toEqual(object);
    const more = { members: '"resultType":"complete"', meta: '"example.org/server":"tickets"' };
    expect(JSON.parse(callToolResultText(outcome, dialect, facts, more))).toEqual({
      ...(object as object),
      resultType: 'complete',
      _meta: { ...(object as { _meta?: object })._meta, 'example.org/server': 'tickets' },
    });
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dialectNames, loadDialect } from '../dialects/index.ts';
import type { ContentBlock } from '../failures/content-block.ts';
import { onlyContent, succeed, withContent } from '../failures/outcome.ts';
import { fail, warn } from '../failures/registry.ts';
import { failureMetaKey, outputSchemaFor, toCallToolResult } from './index.ts';
import type { ToolResult } from './index.ts';

const failure = fail('NOT_FOUND_OPERATION', { operation: 'get_usr' }, { similar: [{ ref: 'get_user', role: 'tool' }] });
const picture: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

const textOf = ({ content: [first] }: ToolResult): string => (first?.type === 'text' ? first.text : '');
const envelopeOf = (result: ToolResult): unknown => JSON.parse(textOf(result));

describe.each(dialectNames)('a tool result in %s', (name) => {
  it('has a failure as text, as its envelope and in canonical form', async () => {
    const dialect = await loadDialect(name);
    const result = toCallToolResult(failure, dialect, { tool: 'get_usr' });
    expect(dialect.name).toBe(name);
    expect(result.isError).toBe(true);
    expect(result.content).toHaveLength(1);
    const text = textOf(result);
    if (dialect.line) expect(dialect.line.parse(text)?.failure).toMatchObject({ code: 'NOT_FOUND_OPERATION' });
    else expect(JSON.parse(text)).toEqual(result.structuredContent);
    expect(dialect.parse(result.structuredContent)).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      recovery: 'discover',
    });
    const canonical = name === 'recourse' ? result.structuredContent : result._meta?.[failureMetaKey];
    expect(canonical).toMatchObject({ ok: false, code: 'NOT_FOUND_OPERATION', effect: 'none' });
    // Nothing is sent twice: our own envelope is the canonical form.
    expect(result._meta === undefined).toBe(name === 'recourse');
  });

  it('has the whole envelope as text where that is all a caller reads', async () => {
    const dialect = await loadDialect(name);
    const result = toCallToolResult(failure, dialect, { text: 'json' });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  it('has the code, the name that failed and the hint in the first text block', async () => {
    const text = textOf(toCallToolResult(failure, await loadDialect(name)));
    expect(text).toContain('NOT_FOUND_OPERATION');
    expect(text).toContain('get_usr');
    expect(text).toContain(failure.hint);
  });

  it('writes a success twice, without isError', async () => {
    const result = toCallToolResult(succeed({ user: 'octocat' }), await loadDialect(name));
    expect(result).not.toHaveProperty('isError');
    expect(result).not.toHaveProperty('_meta');
    expect(envelopeOf(result)).toEqual(result.structuredContent);
  });

  it('shows blocks after the envelope', async () => {
    const result = toCallToolResult(withContent({ user: 'octocat' }, [picture]), await loadDialect(name));
    expect(envelopeOf(result)).toEqual(result.structuredContent);
    expect(result.content.slice(1)).toEqual([picture]);
  });

  it('advertises an output schema that both fit, and a wrong success does not', async () => {
    const dialect = await loadDialect(name);
    const schema = outputSchemaFor(z.object({ user: z.string() }), dialect);
    expect(schema).toMatchObject({ type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] });
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const check = (outcome: Parameters<typeof toCallToolResult>[0]) =>
      validate(toCallToolResult(outcome, dialect).structuredContent);
    expect(check(succeed({ user: 'octocat' }))).toBe(true);
    expect(check(failure)).toBe(true);
    expect(check(succeed({ user: 7 }))).toBe(false);
  });
});

it('uses the canonical dialect unless another is named', () => {
  expect(toCallToolResult(failure).structuredContent).toMatchObject({ ok: false, code: 'NOT_FOUND_OPERATION' });
});

it('contains only the blocks for a tool without an envelope', () => {
  expect(toCallToolResult(onlyContent([picture]))).toEqual({ content: [picture] });
});

it('ends with the envelope if there are warnings', () => {
  const warning = warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'calls', current: 9, warn_threshold: 8 });
  const { content } = toCallToolResult({ ...onlyContent([picture]), warnings: [warning] });
  expect(content).toMatchObject([picture, { type: 'text', text: expect.stringContaining('RATE_LIMIT_QUOTA_WARNING') }]);
});

it('takes a JSON Schema with definitions', () => {
  const schema = outputSchemaFor({
    type: 'object',
    properties: { tree: { $ref: '#/$defs/tree' } },
    $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
  });
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(toCallToolResult(succeed({ tree: { left: {} } })).structuredContent)).toBe(true);
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail } from '../codes/registry.ts';
import { dialectNames, loadDialect } from '../dialects/index.ts';
import { succeed } from '../failures/outcome.ts';
import { failureMetaKey, outputSchemaFor, toCallToolResult } from './index.ts';

const failure = fail('NOT_FOUND_OPERATION', { operation: 'get_usr' }, { similar: [{ ref: 'get_user', role: 'tool' }] });

describe.each(dialectNames)('a tool result in %s', (name) => {
  it('writes a failure three times', async () => {
    const dialect = await loadDialect(name);
    const result = toCallToolResult(failure, dialect, { tool: 'get_usr' });
    expect(dialect.name).toBe(name);
    expect(result.isError).toBe(true);
    expect(result.content).toHaveLength(1);
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    expect(dialect.parse(result.structuredContent)).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      recovery: 'discover',
    });
    expect(result._meta?.[failureMetaKey]).toMatchObject({ ok: false, code: 'NOT_FOUND_OPERATION', effect: 'none' });
  });

  it('has the code, the name that failed and the hint in the first text block', async () => {
    const [block] = toCallToolResult(failure, await loadDialect(name)).content;
    expect(block?.text).toContain('NOT_FOUND_OPERATION');
    expect(block?.text).toContain('get_usr');
    expect(block?.text).toContain(failure.hint);
  });

  it('writes a success twice, and marks it as none of an error', async () => {
    const result = toCallToolResult(succeed({ user: 'octocat' }), await loadDialect(name));
    expect(result).not.toHaveProperty('isError');
    expect(result).not.toHaveProperty('_meta');
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
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

it('takes a JSON Schema with definitions', () => {
  const schema = outputSchemaFor({
    type: 'object',
    properties: { tree: { $ref: '#/$defs/tree' } },
    $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
  });
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(toCallToolResult(succeed({ tree: { left: {} } })).structuredContent)).toBe(true);
});

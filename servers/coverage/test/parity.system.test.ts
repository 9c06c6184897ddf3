import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { coverageCodes } from '../src/codes.ts';
import { makeProject, sums } from './project.ts';
import { serverOf } from './world.ts';

const server = serverOf(makeProject(sums), { mode: 'ci' });
const tools = await server.listTools();
const fieldsOf = new Map(
  tools.map(({ name, inputSchema }) => [name, Object.keys((inputSchema['properties'] ?? {}) as JsonObject)]),
);
const contract = await server.describeContract();
const declared = new Map(Object.entries(contract.tools).map(([name, { codes }]) => [name, codes]));
const rows = Object.entries(coverageCodes.definitions);

/** Codes of the engine, its guards and its meter, or that the dialect maps from a code of the core. */
const ofTheEngine = new Set(['OP_INVALID_PATH', 'OP_UNKNOWN_TOOL', 'OP_INTERNAL_ERROR']);

it('offers the nine tools of the contract', () => {
  expect([...fieldsOf.keys()].toSorted()).toEqual(
    ['badge', 'check', 'compare', 'debt', 'init', 'pr-comment', 'record', 'report', 'suggest'].toSorted(),
  );
});

describe('every code of the contract', () => {
  it.each(rows)('%s is answered by a tool, rides on a success, or is the engine’s', (code, { kind }) => {
    if (kind !== 'error') return;
    const answering = [...declared].filter(([, codes]) => codes.includes(code)).map(([name]) => name);
    expect(answering.length > 0 || ofTheEngine.has(code)).toBe(true);
  });

  it.each(rows)('%s is in the reference, and no longer reserved', (code, { reserved }) => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/reference/codes.md'), 'utf8');
    expect(page).toContain(code);
    expect(reserved).not.toBe(true);
  });

  it.each(rows)('%s suggests only arguments that its tools accept', (code, { hint }) => {
    const advice = [hint].flat().join(' ');
    const named = [...advice.matchAll(/\b(?:[Pp]ass|[Ll]eave|[Cc]orrect|with) ([a-z]+[A-Za-z]*)(?=[ ,:;.]|$)/g)]
      .map(([, name = '']) => name)
      .filter((name) => allFields.has(name) || /[A-Z]/.test(name));
    const answering = [...declared].filter(([, codes]) => codes.includes(code)).map(([name]) => name);
    for (const name of named) {
      for (const tool of answering) expect([tool, fieldsOf.get(tool)]).toEqual([tool, expect.arrayContaining([name])]);
    }
    const called = [...advice.matchAll(/\b[Cc]all (check|debt|init|record|report|suggest|compare|badge)\b/g)];
    for (const [, tool = ''] of called) expect(fieldsOf.has(tool)).toBe(true);
  });
});

const allFields = new Set([...fieldsOf.values()].flat());

describe('the schemas', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('of %s accept only declared fields', (_, tool) => {
    expect(tool.inputSchema['additionalProperties']).toBe(false);
    expect(tool.outputSchema).toBeDefined();
  });

  it('list required fields, and bound the others', () => {
    const compare = tools.find(({ name }) => name === 'compare');
    expect(compare?.inputSchema['required']).toEqual(['baseProfile']);
    for (const { name, inputSchema } of tools) {
      for (const [field, schema] of Object.entries(inputSchema['properties'] as Record<string, JsonObject>)) {
        const isBounded =
          schema['type'] === 'boolean' ||
          'enum' in schema ||
          'maxLength' in schema ||
          'maxItems' in schema ||
          'maximum' in schema ||
          'pattern' in schema;
        expect([name, field, isBounded]).toEqual([name, field, true]);
      }
    }
  });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/create-server.ts';
import { defineTool } from './define-tool.ts';
import { inHeader } from './param-headers.ts';

const define = (input: z.ZodObject) =>
  defineTool({
    name: 'look',
    description: 'Looks.',
    input,
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: () => ({}),
  });

it('finds the arguments that are in headers, however deep', () => {
  const tool = define(
    z.strictObject({
      region: inHeader(z.string(), 'Region').optional(),
      page: z.strictObject({ size: inHeader(z.int(), 'Page-Size') }),
      plain: z.string(),
    }),
  );
  const server = createServer({ name: 'desk', tools: [tool] });
  expect(server.paramHeaders('look')).toEqual([
    { header: 'mcp-param-region', path: ['region'] },
    { header: 'mcp-param-page-size', path: ['page', 'size'] },
  ]);
  expect(server.paramHeaders('nothing')).toEqual([]);
  expect(server.paramHeaders(7)).toEqual([]);
});

it.each([
  ['a name that no header can have', z.strictObject({ a: inHeader(z.string(), 'my region') }), 'is not a header name'],
  ['a number with a fraction', z.strictObject({ a: inHeader(z.number(), 'A') }), 'only strings, integers and booleans'],
  ['one name for two', z.strictObject({ a: inHeader(z.string(), 'A'), b: inHeader(z.string(), 'a') }), "'a' is taken"],
  ['an item of a list', z.strictObject({ a: z.array(inHeader(z.string(), 'A')) }), 'not inside a choice or a list'],
])('refuses %s', (_, input, problem) => {
  expect(() => define(input)).toThrow(problem);
});

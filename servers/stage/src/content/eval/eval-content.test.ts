import { createHash } from 'node:crypto';
import { defineTool } from '@recourse/engine';
import type { Operation } from '@recourse/engine';
import { code } from '@recourse/engine/guarded-fields';
import { createServer } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import type { JsonObject } from '@recourse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routeByOperationType } from '../route-by-operation-type.ts';
import { honestInMain, honestInRenderer } from './testing/honest-code.ts';
import { hostileInMain, hostileInRenderer } from './testing/hostile-code.ts';
import type { HostileCode } from './testing/hostile-code.ts';

/** A server with one tool that would run code by these rules. */
const judgeWith = (rules: string) => {
  const ran: string[] = [];
  const tool = defineTool({
    name: 'run_code',
    description: 'Runs code.',
    input: z.strictObject({ code: code({ language: 'javascript', maxLength: 100_000, rules }) }),
    operation: 'eval',
    danger: 'dangerous',
    enabledFor: 'validated',
    codes: stageCodes,
    errors: [],
    run: (call) => {
      ran.push(call.arguments.code);
      return {};
    },
  });
  const server = createServer({
    name: 's',
    codes: stageCodes,
    dialect: 'stagewright',
    tools: [routeByOperationType(tool)],
  });
  const judge = async (text: string): Promise<JsonObject> => {
    const caller = { transport: 'in-process', local: true } as const;
    const { structuredContent } = await server.respond({ tool: 'run_code', arguments: { code: text }, caller });
    return structuredContent as JsonObject;
  };
  return { judge, ran, server };
};

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe.each([
  ['renderer', hostileInRenderer, honestInRenderer],
  ['main', hostileInMain, honestInMain],
] as const)('code for the %s process', (rules, hostile, honest) => {
  const { judge, ran } = judgeWith(rules);

  it.each(hostile.map((entry) => [entry.refused, entry.code, entry] as const))(
    'is refused with %s: %j',
    async (_, __, { code: text, refused }: HostileCode) => {
      const answer = await judge(text);
      expect(answer).toMatchObject({ ok: false, code: refused, details: { code_hash: hashOf(text) } });
      expect(ran).not.toContain(text);
    },
  );

  it.each(honest.map((entry) => [entry.code]))('is allowed: %j', async (text) => {
    expect(await judge(text)).toMatchObject({ ok: true });
    expect(ran).toContain(text);
  });

  it('has many hostile and many honest samples', () => {
    expect(new Set(hostile.map((entry) => entry.code)).size).toBeGreaterThanOrEqual(60);
    expect(new Set(honest.map((entry) => entry.code)).size).toBeGreaterThanOrEqual(60);
  });
});

describe('a refusal', () => {
  const { judge } = judgeWith('renderer');

  it('names the keyword', async () => {
    expect(await judge('const a = 1;\nprocess.exit(a)')).toMatchObject({
      code: 'EVAL_BLOCKED_KEYWORD',
      details: { keyword: 'process.exit' },
    });
    expect(await judge('require("fs")')).toMatchObject({ details: { keyword: 'require(' } });
  });

  it('names the construct and nothing else', async () => {
    const { details } = await judge('process["exit"](0)');
    expect(details).toEqual({ construct: "the name 'process'", code_hash: hashOf('process["exit"](0)') });
  });

  it('gives advice where another form is allowed', async () => {
    expect(await judge('document.links[arg]')).toMatchObject({
      code: 'EVAL_BLOCKED_CONSTRUCT',
      hint: 'Write an index as [+i], and use a Map to look up names.',
    });
  });

  it('names the line and the column of an error in the syntax', async () => {
    expect(await judge('const a = 1;\nconst b = ];')).toMatchObject({
      code: 'EVAL_SYNTAX_ERROR',
      error: 'Syntax error in line 2, column 11: Unexpected token',
      details: { line: 2, column: 11, reason: 'Unexpected token' },
    });
  });

  it.each([
    ['brackets', `${'('.repeat(40_000)}1${')'.repeat(40_000)}`],
    ['a long sum', `1${'+1'.repeat(49_000)}`],
    ['a long chain of members', `a${'.b'.repeat(49_000)}`],
  ])('is the answer to code that is nested too deeply: %s', async (_, text) => {
    expect(['EVAL_SYNTAX_ERROR', 'EVAL_BLOCKED_CONSTRUCT']).toContain((await judge(text))['code']);
  });
});

describe('an operation of type eval', () => {
  const operationWith = (rules: string): Operation => {
    const [tool] = [defineCodeTool(rules)];
    return tool.operations[0] as Operation;
  };
  const defineCodeTool = (rules: string) =>
    defineTool({
      name: 'run_code',
      description: 'Runs code.',
      input: z.strictObject({ code: code({ language: 'javascript', rules }) }),
      operation: 'eval',
      danger: 'dangerous',
      errors: [],
      run: () => ({}),
    });

  it.each(['', 'worker', 'constructor'])('is not registered with the unknown rules %j', (rules) => {
    expect(operationWith(rules).guards).toHaveLength(1);
    expect(() => routeByOperationType(defineCodeTool(rules))).toThrow(
      "'run_code' cannot be registered: all its code arguments must be checked by the same one of these rule sets: main, renderer",
    );
  });
});

/** Pieces of code that lead out, and pieces that do not. */
const pieces = fc.constantFrom(
  'process', 'require', 'eval', 'Function', 'constructor', 'globalThis', 'app', 'quit', 'arg', 'x', 'JSON', 'Object',
  'keys', 'map', '["con" + "structor"]', '[0]', '.', '(', ')', '=>', '=', ';', '{', '}', '[', ']', '`', '${', '"a"', ',',
  'const', 'let', 'function', 'return', 'await', '...', '?.', '+', 'this', 'new', 'class', 'import', '\n',
); // prettier-ignore

describe('any code', () => {
  const { judge } = judgeWith('main');

  it('is either refused with a code of the contract or contains no name that gives access to anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 12 }), async (parts) => {
        const text = parts.join(' ');
        const answer = await judge(text);
        if (answer['ok'] === true) {
          const outside = text.replaceAll(/"a"|`[^`$]*`/gu, '');
          expect(outside).not.toMatch(/\b(?:require|eval|Function|globalThis|quit|this|class|import)\b\s*[.([`]/u);
          expect(outside).not.toMatch(/\.\s*constructor\b/u);
        } else
          expect(answer['code']).toMatch(/^EVAL_(?:SYNTAX_ERROR|BLOCKED_KEYWORD|BLOCKED_CONSTRUCT)$|^BAD_ARGUMENT$/u);
      }),
      { numRuns: 300 },
    );
  });
});

import { Parser } from 'acorn';
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { parse as parseToml } from 'smol-toml';
import { parseAllDocuments } from 'yaml';

/** Why code cannot be read, and the line in the code, from 1. */
interface SyntaxProblem {
  readonly message: string;
  readonly line: number;
}

/** Larger samples are not read. */
export const mostCodeCharacters = 50_000;

export type Check = (code: string) => SyntaxProblem | undefined;

const lenient = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  locations: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowHashBang: true,
} as const;

const script =
  (parser: typeof Parser): Check =>
  (code) => {
    const problem = scriptProblem(parser, code);
    // An object by itself is a sample too, and reads as a block with labels.
    return problem && code.trimStart().startsWith('{') && !scriptProblem(parser, `(${code})`) ? undefined : problem;
  };

const scriptProblem = (parser: typeof Parser, code: string): SyntaxProblem | undefined => {
  try {
    parser.parse(code, lenient);
    return undefined;
  } catch (error) {
    return { message: messageOf(error), line: lineOf(error) };
  }
};

const json: Check = (code) => {
  try {
    JSON.parse(code);
    return undefined;
  } catch (error) {
    const at = Number(/position (\d+)/u.exec(messageOf(error))?.[1] ?? 0);
    return { message: messageOf(error), line: code.slice(0, at).split('\n').length };
  }
};

const yaml: Check = (code) => {
  try {
    for (const { errors } of parseAllDocuments(code, { prettyErrors: false, logLevel: 'silent' })) {
      const [error] = errors;
      if (error) return { message: messageOf(error), line: code.trimEnd().slice(0, error.pos[0]).split('\n').length };
    }
    return undefined;
  } catch (error) {
    return { message: messageOf(error), line: 1 };
  }
};

const toml: Check = (code) => {
  try {
    parseToml(code);
    return undefined;
  } catch (error) {
    return { message: messageOf(error), line: (error as { line?: number }).line ?? 1 };
  }
};

const plain = script(Parser);
const typed = Parser.extend(tsPlugin());
const program = script(typed);
const isDeclaration = /^\s*(?:const|let|var|(?:abstract\s+)?class)\b/u;
const isMember = /^\s*(?:(?:static|get|set)\s+)?[\w$]+\s*[<(]/u;
/** A declaration without its value or body, and a member of a class, are samples too: references show signatures. */
const typescript: Check = (code) => {
  const problem = program(code);
  const declared = isDeclaration.test(code)
    ? `declare ${code.trim()}`
    : isMember.test(code)
      ? `declare class Owner {\n${code}\n}`
      : undefined;
  return problem && declared !== undefined && !scriptProblem(typed, declared) ? undefined : problem;
};
const jsx = script(Parser.extend(tsPlugin({ jsx: {} })));
/** Samples in JavaScript often contain JSX. */
const javascript: Check = (code) => (jsx(code) ? plain(code) : undefined);

/** The languages whose syntax is checked. All parsers are plain JavaScript: deep nesting throws instead of crashing. */
export const syntaxChecks: Readonly<Record<string, Check>> = {
  json,
  yaml,
  yml: yaml,
  toml,
  js: javascript,
  mjs: javascript,
  javascript,
  ts: typescript,
  mts: typescript,
  typescript,
  jsx,
  tsx: jsx,
};

const messageOf = (error: unknown): string =>
  (error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'cannot be read').slice(0, 200);

const lineOf = (error: unknown): number => (error as { loc?: { line?: number } }).loc?.line ?? 1;

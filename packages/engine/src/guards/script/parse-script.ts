import type { Comment, Options, Parser as AcornParser } from 'acorn';
import { boundParser, tooDeep } from './bounded-parser.ts';
import { childrenOf, isNode } from './node.ts';
import type { ScriptNode } from './node.ts';

/** Code as a syntax tree, or why it has none. */
export type ParsedScript = { readonly ok: true; readonly program: ScriptNode } | ScriptProblem;

/** Why code cannot be parsed. The reason may name an identifier or a character of the code. */
interface ScriptProblem {
  readonly ok: false;
  readonly reason: string;
  /** Counted from 1; absent if the parser gives no place. */
  readonly line?: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column?: number;
}

/** Loaded with the first code. */
let Parser: typeof AcornParser | undefined;

/** A chain of members or operators makes a deep tree without brackets. Inspections walk it recursively. */
const deepest = 500;

/**
 * Parses code as the body of an async function, or as one expression. Comments in the style of HTML are refused,
 * because others read the same text as code.
 */
export const parseScript = async (code: string): Promise<ParsedScript> => {
  Parser ??= boundParser((await import('acorn')).Parser);
  const parser = Parser;
  const comments: Comment[] = [];
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: false,
    onComment: comments,
  };
  const attempt = (read: () => unknown): ParsedScript => {
    comments.length = 0;
    try {
      const program = read();
      if (!isNode(program)) return { ok: false, reason: 'code follows the expression' };
      if (isDeeperThan(program, deepest)) return { ok: false, reason: tooDeep };
      return comments.every(({ start }) => code[start] === '/')
        ? { ok: true, program }
        : { ok: false, reason: 'HTML-style comments are not allowed' };
    } catch (error) {
      if (error instanceof SyntaxError) return problemOf(error);
      throw error;
    }
  };
  const body = attempt(() => parser.parse(code, options));
  if (body.ok) return body;
  const expression = attempt(() => {
    const node = parser.parseExpressionAt(code, 0, options);
    // Nothing may follow the expression that was not parsed.
    return /^[\s;]*$/.test(code.slice(node.end)) ? node : undefined;
  });
  return expression.ok ? expression : body;
};

const isDeeperThan = (root: ScriptNode, bound: number): boolean => {
  let level: readonly ScriptNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > bound) return true;
    level = level.flatMap((node) => [...childrenOf(node)].map(([, child]) => child));
  }
  return false;
};

/** The parser writes the place behind its message, and in a field of its own. */
const problemOf = (error: SyntaxError & { readonly loc?: unknown }): ScriptProblem => {
  const reason = error.message.replace(/ \(\d+:\d+\)$/, '');
  const { line, column } = (error.loc ?? {}) as { readonly line?: unknown; readonly column?: unknown };
  return typeof line === 'number' && typeof column === 'number'
    ? { ok: false, reason, line, column: column + 1 }
    : { ok: false, reason };
};

import type { Comment, Options } from 'acorn';
import { isNode } from './node.ts';
import type { ScriptNode } from './node.ts';

/**
 * Parses code as the body of an async function, or as one expression. Undefined where that fails, or where others
 * would read the same text otherwise: comments in the style of HTML are code to a module.
 */
export const parseScript = async (code: string): Promise<ScriptNode | undefined> => {
  const { parse, parseExpressionAt } = await import('acorn');
  const comments: Comment[] = [];
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: false,
    onComment: comments,
  };
  const attempt = (read: () => unknown): ScriptNode | undefined => {
    comments.length = 0;
    try {
      const node = read();
      return isNode(node) && comments.every(({ start }) => code[start] === '/') ? node : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
  return (
    attempt(() => parse(code, options)) ??
    attempt(() => {
      const node = parseExpressionAt(code, 0, options);
      // Nothing may stand behind the expression that was not read.
      return /^[\s;]*$/.test(code.slice(node.end)) ? node : undefined;
    })
  );
};

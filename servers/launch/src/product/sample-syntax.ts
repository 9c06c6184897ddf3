import type { Node } from 'web-tree-sitter';
import { openGrammar } from './tree-sitter.ts';
import type { GrammarName } from './tree-sitter.ts';

/** The first line of code that its grammar cannot read, from 1. Undefined for code that it can read. */
export type FindFault = (code: string) => number | undefined;

/** Loads the check of samples in a language: of whole programs, of parts of them, and of signatures without bodies. */
export const openSampleSyntax = async (language: GrammarName): Promise<FindFault> => {
  const withTree = await openGrammar(language);
  // The grammars end statements at line ends.
  const faultIn: FindFault = (code) => withTree(`${code}\n`, faultOf) ?? undefined;
  if (language === 'go') return faultIn;
  return (code) => {
    const program = withoutPrompts(code);
    const fault = faultIn(program);
    return fault === undefined || faultIn(withBodies(program)) === undefined ? undefined : fault;
  };
};

const faultOf = (root: Node): number | undefined => {
  if (!root.hasError) return undefined;
  let node = root;
  for (;;) {
    const next = node.children.find((child) => child !== null && (child.hasError || child.isMissing));
    if (!next || node.isError) return node.startPosition.row + 1;
    node = next;
  }
};

/** The input of an interactive session, without its output. */
const withoutPrompts = (code: string): string =>
  /^>>> /m.test(code)
    ? code
        .split('\n')
        .map((line) => /^\s*(?:>>>|\.\.\.)(?: (.*))?$/.exec(line)?.[1] ?? '')
        .join('\n')
    : code;

/** Gives every head of a function or class without a body an empty one. */
const withBodies = (code: string): string => {
  const lines = code.split('\n');
  let depth = 0;
  let isHead = false;
  return lines
    .map((line, index) => {
      if (depth === 0) isHead = /^\s*(?:async def|def|class)\s/.test(line);
      for (const character of line) depth += '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0;
      if (!isHead || depth > 0) return line;
      const indent = /^\s*/.exec(line)?.[0].length ?? 0;
      const next = lines[index + 1];
      const hasBlock = next !== undefined && (/^\s*/.exec(next)?.[0].length ?? 0) > indent && next.trim() !== '';
      if (/:\s*$/.test(line)) return hasBlock ? line : `${line} ...`;
      return `${line}: ...`;
    })
    .join('\n');
};

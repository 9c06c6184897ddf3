import type { Node } from 'oxc-parser';
import type { DeclaredTool, Unresolved } from '../../facts.ts';
import { calledBy } from '../../syntax/calls.ts';
import { findProperty } from '../../syntax/find-property.ts';
import { followConstants } from '../../syntax/follow-constants.ts';
import type { Followed } from '../../syntax/follow-constants.ts';
import { findObject } from '../../syntax/read-object.ts';
import type { FoundObject } from '../../syntax/read-object.ts';
import { resolveTexts } from '../../syntax/resolve-texts.ts';
import type { Source, Visit } from '../source.ts';
import { readErrorList } from './error-list.ts';
import { readHandlerCodes } from './handler-codes.ts';
import type { Handler } from './own-names.ts';

/** The functions that declare a tool or an operation. */
export const definingNames: ReadonlySet<string> = new Set(['defineTool', 'defineOperation']);

export interface CollectedTool {
  readonly declared: DeclaredTool | null;
  readonly unresolved: Unresolved | null;
}

/** Collects the declared codes of a tool and those of its handler; null for a call that does not define a tool. */
export const collectTool = ({ node, scope, source }: Visit): CollectedTool | null => {
  if (node.type !== 'CallExpression' || !definingNames.has(calledBy(node, source.aliases)?.name ?? '')) return null;
  const [first] = node.arguments;
  if (!first) return null;
  const definition = findObject(first, scope);
  if (definition === null) {
    if (followConstants(first, scope)?.node.type === 'Literal') return null;
    return note(first, 'The definition of this tool is not a literal in this file', source);
  }
  const errors = findProperty(definition, 'errors');
  const run = findProperty(definition, 'run');
  // Other libraries define tools too; ours have both, or do not compile.
  if (errors === 'absent' || run === 'absent') return null;
  const name = nameOf(definition);
  const tool = name === null ? 'this tool' : `tool '${name}'`;
  const list = errors === 'unknown' ? null : readErrorList(errors.node, errors.scope);
  if (errors === 'unknown' || !list?.complete)
    return note(
      errors === 'unknown' ? first : errors.node,
      `The errors of ${tool} are not all literals in this file`,
      source,
    );
  const handler = run === 'unknown' ? null : findHandler(run);
  if (run === 'unknown' || handler === null)
    return note(run === 'unknown' ? first : run.node, `The handler of ${tool} is not a function in this file`, source);

  const { used, escape, doubt } = readHandlerCodes(handler, source);
  // A doubt matters only if a code is left that it could be about.
  const hidden = escape ?? (list.codes.every(({ code }) => used.has(code)) ? null : doubt);
  return {
    declared: {
      name,
      errors: list.codes.map(({ code, node: written }) => ({ code, place: source.place(written) })),
      used,
      complete: hidden === null,
    },
    unresolved: hidden && unresolved(hidden.node, `The handler of ${tool} ${hidden.reason}`, source),
  };
};

const nameOf = (definition: FoundObject): string | null => {
  const found = findProperty(definition, 'name');
  if (found === 'absent' || found === 'unknown') return null;
  const { texts, complete } = resolveTexts(found.node, found.scope);
  return complete && texts.length === 1 ? (texts[0]?.value ?? null) : null;
};

const findHandler = ({ node, scope }: Followed): Handler | null => {
  const found = followConstants(node, scope)?.node;
  switch (found?.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return found;
    default:
      return null;
  }
};

const note = (node: Node, what: string, source: Source): CollectedTool => ({
  declared: null,
  unresolved: unresolved(node, what, source),
});

/** As with codes that are chosen at run time, unrelated files are not reported. */
const unresolved = (node: Node, what: string, source: Source): Unresolved | null =>
  source.related
    ? {
        rule: 'dynamic-tool',
        message: `${what}, so not all of its codes are known.`,
        owner: source.owner,
        place: source.place(node),
      }
    : null;

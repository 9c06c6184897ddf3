import type { Node } from 'oxc-parser';
import type { Followed } from '../../syntax/follow-constants.ts';
import { findScope } from '../../syntax/scope.ts';
import type { Scope } from '../../syntax/scope.ts';
import { memberOf } from '../../syntax/text-of.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { walk } from '../../syntax/walk.ts';
import type { Source } from '../source.ts';
import { makerOf } from './makers.ts';
import type { Made } from './makers.ts';
import { constantOf } from './own-names.ts';
import type { Handler, OwnNames } from './own-names.ts';

/** The failures, answers and escapes in a handler. */
export interface Uses {
  /** Every failure that is made in it, in functions inside it as well. */
  readonly made: readonly Made[];
  readonly returned: readonly Followed[];
  /** Where its call or its `fail` goes out of sight, else null. */
  readonly escape: Node | null;
}

interface Context {
  readonly scope: Scope;
  /** In a function inside the handler, whose return value is not the answer. */
  readonly inner: boolean;
}

/**
 * Looks at each use of a handler's call and `fail`. To call `fail`, to give it another name and to take something else
 * of the call is in plain sight; whatever else is done with them is an escape.
 */
export const readUses = (handler: Handler, own: OwnNames, source: Source): Uses => {
  const made: Made[] = [];
  const returned: Followed[] = [];
  let escape = own.lost;
  const plain = new Set(own.bindings);

  const start: Context = { scope: source.scopes.get(handler) ?? { names: new Map(), outer: null }, inner: false };
  walk(handler, start, (node, parent, outer): Context => {
    const scope = source.scopes.get(node) ?? outer.scope;
    const context = { scope, inner: outer.inner || (node !== handler && isFunction(node)) };
    if (node === handler && handler.type === 'ArrowFunctionExpression' && handler.body.type !== 'BlockStatement')
      returned.push({ node: handler.body, scope });
    switch (node.type) {
      case 'ReturnStatement':
        if (node.argument && !context.inner) returned.push({ node: node.argument, scope });
        break;
      case 'CallExpression': {
        const maker = makerOf(node, scope, own, source);
        if (maker === 'own') plain.add(unwrap(node.callee));
        if (maker !== null && maker !== 'succeed') made.push({ call: node, scope, maker });
        break;
      }
      case 'VariableDeclarator': {
        const constant = constantOf(node, parent);
        if (constant) plain.add(constant.value);
        break;
      }
      case 'MemberExpression': {
        const object = unwrap(node.object);
        if (object.type === 'MemberExpression' || own.roleOf(object, scope) !== 'call') break;
        const name = memberOf(node);
        if (name !== null) plain.add(object);
        if (name === 'fail' && !plain.has(node)) escape ??= node;
        break;
      }
      case 'Identifier':
        if (plain.has(node) || !isReference(node, parent)) break;
        if (own.roleOf(node, scope) !== null || isAllArguments(node.name, scope)) escape ??= node;
        break;
      default:
    }
    return context;
  });
  return { made, returned, escape };
};

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** `arguments[0]` is the call as well. */
const isAllArguments = (name: string, scope: Scope): boolean => name === 'arguments' && findScope(name, scope) === null;

/** A name that stands for a value, and not for a property or a label. */
const isReference = (node: Node, parent: Node | null): boolean => {
  switch (parent?.type) {
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return parent.key !== node || parent.computed;
    case 'MemberExpression':
      return parent.property !== node || parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false;
    default:
      return true;
  }
};

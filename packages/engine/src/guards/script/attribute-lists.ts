import { isPlainOperator } from './computed-member.ts';
import { childrenOf, identifierName, keyName, nodeAt, nodesAt } from './node.ts';
import type { ScriptNode } from './node.ts';
import { isPatternTarget } from './place.ts';
import type { Hit, Place } from './place.ts';

/** Members of an attribute that are strings. */
const readable: ReadonlySet<string> = new Set(['name', 'value', 'localName', 'nodeName', 'nodeValue', 'textContent']);
/** Functions of a list that give each attribute to a function. */
const visits: ReadonlySet<string> = new Set(['map', 'filter', 'find', 'forEach', 'some', 'every', 'findIndex']);
/** Functions of a list that return an attribute. */
const picks: ReadonlySet<string> = new Set(['item', 'at', 'find']);

/** Honest code needs two or three. A program whose names depend on each other in a longer chain is refused. */
const mostPasses = 20;

const hit: Hit = {
  construct: 'an attribute used as a value',
  advice: 'Use getAttributeNames and getAttribute, or read the name and value of each attribute directly.',
};

/** Judges a place that contains a list of attributes or an attribute. */
export type JudgeAttributes = (place: Place) => Hit | undefined;

/**
 * Finds the attributes that a program handles. An attribute can be written to, which makes the text of a script or of a
 * handler run, and neither the writing nor a later program shows what it is. So its name and value may be read, and it may be
 * neither changed nor passed on.
 */
export const collectAttributes = (program: ScriptNode): JudgeAttributes => {
  const lists = new Set<string>();
  const items = new Set<string>();
  const isList = (node: ScriptNode | undefined): boolean => {
    switch (node?.type) {
      case 'Identifier':
        return lists.has(String(node['name']));
      case 'MemberExpression':
        return keyName(node, 'property') === 'attributes';
      case 'ChainExpression':
        return isList(nodeAt(node, 'expression'));
      case 'ArrayExpression':
        return nodesAt(node, 'elements').some((one) => one.type === 'SpreadElement' && isList(nodeAt(one, 'argument')));
      case 'CallExpression':
        return (called(node) === 'filter' && isList(ownerOf(node))) || (isCopy(node) && !givenTo(node, 1));
      default:
        return false;
    }
  };
  const isItem = (node: ScriptNode | undefined): boolean => {
    switch (node?.type) {
      case 'Identifier':
        return items.has(String(node['name']));
      case 'MemberExpression':
        return isIndex(keyName(node, 'property')) && isList(nodeAt(node, 'object'));
      case 'ChainExpression':
        return isItem(nodeAt(node, 'expression'));
      case 'CallExpression':
        return picks.has(called(node) ?? '') && isList(ownerOf(node));
      default:
        return false;
    }
  };
  /** `Array.from` of a list. */
  const isCopy = (node: ScriptNode): boolean => called(node) === 'from' && isList(givenTo(node, 0));
  /** The function that a call gives each attribute to. */
  const visitor = (node: ScriptNode): ScriptNode | undefined => {
    if (isCopy(node)) return givenTo(node, 1);
    return visits.has(called(node) ?? '') && isList(ownerOf(node)) ? givenTo(node, 0) : undefined;
  };
  const name = (target: ScriptNode | undefined, value: ScriptNode | undefined): void => {
    const declared = identifierName(target);
    if (declared === undefined) return;
    if (isList(value)) lists.add(declared);
    if (isItem(value)) items.add(declared);
  };
  const collect = (node: ScriptNode): void => {
    if (node.type === 'VariableDeclarator') name(nodeAt(node, 'id'), nodeAt(node, 'init'));
    if (node.type === 'ForOfStatement' && isList(nodeAt(node, 'right')))
      items.add(identifierName(loopTarget(node)) ?? '');
    const [given] = node.type === 'CallExpression' ? nodesAt(visitor(node) ?? node, 'params') : [];
    if (given) items.add(identifierName(given) ?? '');
    for (const [, child] of childrenOf(node)) collect(child);
  };
  for (let before = -1, pass = 0; before !== lists.size + items.size; pass += 1) {
    if (pass > mostPasses) return () => hit;
    before = lists.size + items.size;
    collect(program);
  }

  const isFitVisitor = (visit: ScriptNode | undefined): boolean => {
    // Any function but an arrow also finds the attribute in `arguments`, and a third parameter is the list.
    const params = visit?.type === 'ArrowFunctionExpression' ? nodesAt(visit, 'params') : [];
    return (
      params.length > 0 &&
      params.length < 3 &&
      takesTexts(params[0]) &&
      params.every((one) => one.type !== 'RestElement')
    );
  };
  const isListUse = ({ node, field, up }: Place): boolean => {
    const around = up?.node;
    if (!around) return false;
    const call = up.up?.node;
    const isCalled = call?.type === 'CallExpression' && up.field === 'callee';
    switch (around.type) {
      case 'MemberExpression': {
        const key = keyName(around, 'property');
        if (isIndex(key) || (key === 'length' && !isWritten(up))) return true;
        if (!isCalled) return false;
        return visits.has(key ?? '') ? isFitVisitor(givenTo(call, 0)) : picks.has(key ?? '');
      }
      case 'ForOfStatement':
        return field === 'right' && takesTexts(loopTarget(around));
      case 'CallExpression':
        return (
          isCopy(around) && givenTo(around, 0) === node && (!givenTo(around, 1) || isFitVisitor(givenTo(around, 1)))
        );
      case 'SpreadElement':
        return call?.type === 'ArrayExpression' && nodesAt(call, 'elements').length === 1;
      default:
        return false;
    }
  };
  const isItemUse = (place: Place): boolean => {
    const { field, up } = place;
    switch (up?.node.type) {
      case 'MemberExpression':
        return field === 'object' && readable.has(keyName(up.node, 'property') ?? '') && !isWritten(up);
      case 'BinaryExpression':
        return isPlainOperator(up.node);
      case 'UnaryExpression':
        return true;
      case 'IfStatement':
      case 'ConditionalExpression':
        return field === 'test';
      case 'LogicalExpression':
        return field === 'left' && up.node['operator'] === '&&';
      default:
        return false;
    }
  };
  return (place) => {
    const { node } = place;
    const [asList, asItem] = [isList(node), isItem(node)];
    if ((!asList && !asItem) || isDeclaration(place)) return undefined;
    const seen = place.up?.node.type === 'ChainExpression' ? place.up : place;
    if (node.type === 'ChainExpression' || isKept(seen)) return undefined;
    const isFit = (!asList || isListUse({ ...seen, node })) && (!asItem || isItemUse({ ...seen, node }));
    return isFit ? undefined : hit;
  };
};

/** The result of the program, or a constant of it, whose uses are judged by its name. */
const isKept = ({ field, up }: Place): boolean => {
  if (up?.node.type === 'ExpressionStatement') return true;
  if (up?.node.type !== 'VariableDeclarator' || field !== 'init' || up.up?.node['kind'] === 'var') return false;
  return takesTexts(nodeAt(up.node, 'id'));
};

const isDeclaration = ({ field, up }: Place): boolean =>
  field === 'id' || field === 'params' || ((field === 'property' || field === 'key') && up?.node['computed'] !== true);

const isWritten = (place: Place): boolean => {
  const { field, up } = place;
  if (up?.node.type === 'AssignmentExpression' && field === 'left') return true;
  return up?.node.type === 'UpdateExpression' || isPatternTarget(place);
};

/** True for a name, and for a pattern that takes only strings of an attribute. */
const takesTexts = (target: ScriptNode | undefined): boolean => {
  if (target?.type !== 'ObjectPattern') return target?.type === 'Identifier';
  return nodesAt(target, 'properties').every(
    (one) => one.type === 'Property' && readable.has(keyName(one, 'key') ?? ''),
  );
};

/** A number, or a name that only the running code knows, which other rules allow only for numbers. */
const isIndex = (key: string | undefined): boolean => key === undefined || /^\d+$/.test(key);

const calleeOf = (node: ScriptNode): ScriptNode | undefined => {
  const callee = nodeAt(node, 'callee');
  return callee?.type === 'MemberExpression' ? callee : undefined;
};
const called = (node: ScriptNode): string | undefined => {
  const callee = calleeOf(node);
  return callee && keyName(callee, 'property');
};
const ownerOf = (node: ScriptNode): ScriptNode | undefined => {
  const callee = calleeOf(node);
  return callee && nodeAt(callee, 'object');
};
const givenTo = (node: ScriptNode, index: number): ScriptNode | undefined => nodesAt(node, 'arguments')[index];

const loopTarget = (loop: ScriptNode): ScriptNode | undefined => {
  const left = nodeAt(loop, 'left');
  const [declarator] =
    left?.type === 'VariableDeclaration' && left['kind'] !== 'var' ? nodesAt(left, 'declarations') : [];
  return declarator && nodeAt(declarator, 'id');
};

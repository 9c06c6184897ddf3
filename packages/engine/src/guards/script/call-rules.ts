import type { Bindings } from './bindings.ts';
import { activeElements, isPlainAddress } from './names.ts';
import { staticText } from './node.ts';
import type { ScriptNode } from './node.ts';

export type CallRule = (given: readonly ScriptNode[], bindings: Bindings) => boolean;

/** A text in place of the function would be evaluated. */
const takesFunction: CallRule = ([callback], bindings) => bindings.isCallable(callback);

const setsPlainAttribute: CallRule = ([name, value]) => {
  const attribute = staticText(name)?.toLowerCase();
  if (attribute === undefined || attribute.startsWith('on') || attribute === 'srcdoc') return false;
  return (
    !['src', 'href', 'action', 'formaction', 'xlink:href', 'data'].includes(attribute) ||
    isPlainAddress(staticText(value))
  );
};

const loadsPlainAddress: CallRule = ([address]) => isPlainAddress(staticText(address));

const createsPlainElement: CallRule = ([name]) => {
  const element = staticText(name);
  return element !== undefined && !activeElements.has(element.toLowerCase());
};

const writesPlainText: CallRule = ([given]) => staticText(given)?.includes('<') === false;

/** Functions that may only be called, never handed on, and what their arguments must be. */
const rules: ReadonlyMap<string, CallRule> = new Map([
  ['setTimeout', takesFunction],
  ['setInterval', takesFunction],
  ['setImmediate', takesFunction],
  ['createElement', createsPlainElement],
  ['setAttribute', setsPlainAttribute],
  ['write', writesPlainText],
  ['writeln', writesPlainText],
]);

/** The same for functions whose names mean something else on other objects, by the object. */
const ownedRules: ReadonlyMap<string, CallRule> = new Map([
  ['location.assign', loadsPlainAddress],
  ['location.replace', loadsPlainAddress],
  ['window.open', loadsPlainAddress],
]);

/** The rule for a function by its name and, where that is known, the name of the object that it is on. */
export const callRule = (name: string, owner = ''): CallRule | undefined =>
  rules.get(name) ?? ownedRules.get(`${owner}.${name}`);

import type { Bindings } from './bindings.ts';
import { activeElements, isFieldType, isPlainAddress, scriptProperties } from './names.ts';
import { identifierName, staticText } from './node.ts';
import type { ScriptNode } from './node.ts';

export type CallRule = (given: readonly ScriptNode[], bindings: Bindings) => boolean;

/** A string in place of the function would be evaluated. */
const takesFunction: CallRule = ([callback], bindings) => bindings.isCallable(callback);

const setsPlainAttribute: CallRule = ([name, value]) => {
  const attribute = staticText(name)?.toLowerCase();
  if (attribute === undefined || attribute.startsWith('on') || attribute === 'srcdoc') return false;
  if (scriptProperties.has(attribute)) return attribute === 'type' && isFieldType(staticText(value));
  return (
    !['src', 'href', 'action', 'formaction', 'xlink:href', 'data'].includes(attribute) ||
    isPlainAddress(staticText(value))
  );
};

/** Without its type, a script that holds data would run. */
const changesPlainAttribute: CallRule = ([name]) => {
  const attribute = staticText(name)?.toLowerCase();
  return attribute !== undefined && !scriptProperties.has(attribute);
};

const loadsPlainAddress: CallRule = ([address]) => isPlainAddress(staticText(address));

const createsPlainElement: CallRule = ([name]) => {
  const element = staticText(name);
  return element !== undefined && !activeElements.has(element.toLowerCase());
};

/** An element that extends a script is one, and `new` makes it without a name. */
const definesPlainElement: CallRule = (given) =>
  given.length < 3 && given.every(({ type }) => type !== 'SpreadElement');

/** A path that selects attributes gives the code an attribute, which it could change. */
const findsElements: CallRule = ([path], bindings) => {
  if (!path || bindings.isCallable(path)) return true;
  const steps = staticText(path)?.replaceAll(/\[[^\]]*\]/g, '');
  return steps !== undefined && !/@|attribute\s*::|\[/.test(steps);
};

/** Copying to an element or the location sets properties that become markup or are loaded. */
const copiesToOwnObject: CallRule = ([target], bindings) =>
  target?.type === 'ObjectExpression' || target?.type === 'ArrayExpression' || bindings.isContainer(target);

/** Without an address, `document.open` empties the document. */
const opensPlainAddress: CallRule = ([address]) => address === undefined || isPlainAddress(staticText(address));

/**
 * `location` has a function with the same name as one of strings, and it loads an address. A regular expression is not
 * an address, and neither is a plain string literal.
 */
const replacesPlainText: CallRule = ([search], bindings) =>
  bindings.isAlways(search, (node) => 'regex' in node || isPlainAddress(staticText(node)));

const takesAnything: CallRule = () => true;

/** The arguments are joined into one string. */
const writesPlainText: CallRule = (given) => given.every((text) => staticText(text)?.includes('<') === false);

/**
 * The values of an object without their names include functions of the window, such as `setTimeout`, which evaluates
 * strings. Only the code's own objects and data are known to have none.
 */
const takesOwnData: CallRule = ([given], bindings) => bindings.isOwnData(given);

/** A function in place of the list of names would be given every value, functions included. */
const writesPlainJson: CallRule = ([value, replacer]) => {
  if (value?.type === 'SpreadElement') return false;
  return (
    replacer === undefined ||
    replacer.type === 'ArrayExpression' ||
    ['null', 'undefined'].includes(identifierName(replacer) ?? staticText(replacer) ?? '')
  );
};

/** Functions that may only be called, never passed on, with the rules for their arguments. */
const rules: ReadonlyMap<string, CallRule> = new Map([
  ['setTimeout', takesFunction],
  ['setInterval', takesFunction],
  ['setImmediate', takesFunction],
  ['createElement', createsPlainElement],
  ['define', definesPlainElement],
  ['setAttribute', setsPlainAttribute],
  ['removeAttribute', changesPlainAttribute],
  ['toggleAttribute', changesPlainAttribute],
  ['evaluate', findsElements],
  ['createExpression', findsElements],
  ['assign', loadsPlainAddress],
  ['navigate', loadsPlainAddress],
  ['replace', replacesPlainText],
  ['open', opensPlainAddress],
  ['write', writesPlainText],
  ['writeln', writesPlainText],
]);

/** Rules for functions of objects with certain names, where the name of the function alone does not decide. */
const ownedRules: ReadonlyMap<string, CallRule> = new Map([
  ['Object.values', takesOwnData],
  ['Object.entries', takesOwnData],
  ['JSON.stringify', writesPlainJson],
]);

/** Other rules for functions of the platform's own objects. */
const platformRules: ReadonlyMap<string, CallRule> = new Map([
  ['Object.assign', copiesToOwnObject],
  ['indexedDB.open', takesAnything],
  ['caches.open', takesAnything],
]);

/** True for a name that windows have as a function, and dialogs as a state, which may be read and set. */
export const isState = (name: string): boolean => name === 'open';

/** The object that a function belongs to. */
interface Owner {
  readonly name: string | undefined;
  /** Whether it is the platform's object of this name, and not one that the code or the page calls so. */
  readonly isPlatform: boolean;
}

/** The rule for a function by its name and its object. */
export const callRule = (name: string, owner?: Owner): CallRule | undefined => {
  const key = `${owner?.name ?? ''}.${name}`;
  return (owner?.isPlatform ? platformRules.get(key) : undefined) ?? ownedRules.get(key) ?? rules.get(name);
};

const copyFirst = 'Copy the data first: Object.entries(JSON.parse(JSON.stringify(value))).';

/** Another way to write a call that is refused, by the name of the function. */
export const callAdvice: ReadonlyMap<string, string> = new Map([
  ['values', copyFirst],
  ['entries', copyFirst],
  ['evaluate', 'Write the XPath literally in the call, and select only elements with it.'],
  ['stringify', 'Omit the second argument of JSON.stringify, or use a list of names for it.'],
  [
    'assign',
    'Use an object that this code created as the target of Object.assign, or write the URL of location.assign literally in the call.',
  ],
  ['navigate', 'Write the URL literally in the call.'],
  ['replace', 'Write the text or the pattern literally in the call, or use replaceAll.'],
  ['open', 'Write the URL literally in the call; to read the state of a dialog, use dialog.open === true.'],
]);

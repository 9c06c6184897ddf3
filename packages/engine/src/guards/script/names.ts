/**
 * Names that lead out of the code that was sent: to an evaluator, to the process, to modules, to prototypes and
 * descriptors, or to another realm. They are refused wherever they are read, on any object, because nothing can
 * tell statically what an object is.
 */
export const refusedNames: ReadonlySet<string> = new Set([
  'eval',
  'Function',
  'AsyncFunction',
  'GeneratorFunction',
  'execScript',
  'ShadowRealm',
  'WebAssembly',
  'Worker',
  'SharedWorker',
  'serviceWorker',
  'addModule',
  'importScripts',
  'require',
  '__non_webpack_require__',
  '__webpack_require__',
  'createRequire',
  'mainModule',
  'getBuiltinModule',
  'child_process',
  '_load',
  'process',
  '_linkedBinding',
  'dlopen',
  'reallyExit',
  'Deno',
  'Bun',
  'constructor',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'getPrototypeOf',
  'setPrototypeOf',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  'defineProperty',
  'defineProperties',
  'Reflect',
  'Proxy',
  'prepareStackTrace',
  'defaultView',
  'contentWindow',
  'contentDocument',
  'insertAdjacentHTML',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'parseFromString',
  'responseXML',
  'XSLTProcessor',
  'createElementNS',
  'createAttribute',
  'createAttributeNS',
  'createDocument',
  'setAttributeNS',
  'setAttributeNode',
  'setAttributeNodeNS',
  'removeAttributeNS',
  'removeAttributeNode',
  'removeNamedItem',
  'removeNamedItemNS',
  'getAttributeNode',
  'getAttributeNodeNS',
  'getNamedItem',
  'getNamedItemNS',
  'setNamedItem',
  'setNamedItemNS',
  'baseVal',
  'execCommand',
  'createPolicy',
  'srcdoc',
]);

/** Names that are harmful only as members. */
export const refusedMembers: ReadonlySet<string> = new Set(['callee', 'caller']);

/** Names that are harmless only if the code declares them itself. */
export const refusedGlobals: ReadonlySet<string> = new Set(['module', 'exports', 'trustedTypes', 'electron']);

/** Names of the global object. Code may read a known property of it, and may not pass it on. */
const globalNames: ReadonlySet<string> = new Set(['globalThis', 'global', 'window']);
/** More of them, which code also uses as names of variables. */
const windowNames: ReadonlySet<string> = new Set(['self', 'top', 'parent', 'frames', 'opener']);

export const isGlobalName = (name: string, isDeclared = false): boolean =>
  globalNames.has(name) || (windowNames.has(name) && !isDeclared);

/**
 * Objects whose functions the checks know: those that hand out the values of any object without their names, and those
 * that calculate. Code may call these functions, and may neither pass the objects on nor change them: under another
 * name they could not be recognised.
 */
export const ownNamesOnly: ReadonlySet<string> = new Set(['Object', 'JSON', 'Math']);

/** Functions of the platform that the checks rely on. Code may use them, and may not put others in their place. */
export const keptNames: ReadonlySet<string> = new Set(['Promise', 'toString', 'indexedDB', 'caches']);

/** Properties whose text becomes markup or a script when it is assigned. */
export const markupProperties: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML']);
export const addressProperties: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formAction',
  'location',
  'protocol',
  // An <object> loads it.
  'data',
]);

/** Attributes and properties that decide whether a script runs. Pages keep data in scripts of another type. */
export const scriptProperties: ReadonlySet<string> = new Set(['type', 'language', 'nomodule', 'noModule']);

/** True for the type of a field or a button. With a type of another form, a script could run. */
export const isFieldType = (text: string | undefined): boolean =>
  text !== undefined && /^[a-z][a-z-]+$/.test(text) && !['module', 'importmap', 'speculationrules'].includes(text);

/** The property of a request that makes elements of what it loads, with all their handlers. */
export const responseProperty = 'responseType';

/** True for a property that must not be given a value unseen. */
export const isLoadedProperty = (name: string): boolean =>
  markupProperties.has(name) || addressProperties.has(name) || scriptProperties.has(name) || name === responseProperty;

/** Elements that run what they hold or load. */
export const activeElements: ReadonlySet<string> = new Set([
  'script',
  'iframe',
  'frame',
  'object',
  'embed',
  'portal',
  'fencedframe',
  'link',
  'base',
  'meta',
]);

/** An address as the browser reads it: without tabs and line ends, and without controls and spaces before it. */
const addressIn = (text: string): string => text.replaceAll(/[\t\n\r]/g, '').replace(/^[\s\p{Cc}]+/u, '');

/** True for a script in the form of an address. */
export const isScriptAddress = (text: string): boolean => /^(?:javascript|vbscript)\s*:/i.test(addressIn(text));

/** True for a string that is safe to use where an address is loaded from. */
export const isPlainAddress = (text: string | undefined): boolean =>
  text !== undefined && !isScriptAddress(text) && !/^data\s*:/i.test(addressIn(text));

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
  'createElementNS',
  'createAttribute',
  'setAttributeNS',
  'setAttributeNode',
  'setAttributeNodeNS',
  'execCommand',
  'createPolicy',
  'srcdoc',
]);

/** Names that are harmless by themselves and not on a function. */
export const refusedMembers: ReadonlySet<string> = new Set(['callee', 'caller']);

/** Names that are harmless where the code declares them itself, and only there. */
export const refusedGlobals: ReadonlySet<string> = new Set(['module', 'exports', 'trustedTypes', 'electron']);

/** Names of the global object. Reading a known property of it is fine; handing it on is not. */
const globalNames: ReadonlySet<string> = new Set(['globalThis', 'global', 'window']);
/** The same, and common enough as names of variables. */
const windowNames: ReadonlySet<string> = new Set(['self', 'top', 'parent', 'frames', 'opener']);

export const isGlobalName = (name: string, isBound: (name: string) => boolean = () => false): boolean =>
  globalNames.has(name) || (windowNames.has(name) && !isBound(name));

/** Properties whose text becomes markup or a script when it is assigned. */
export const markupProperties: ReadonlySet<string> = new Set(['innerHTML', 'outerHTML']);
export const addressProperties: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formAction', 'location']);

/** True for a property that must not be given a value unseen. */
export const isLoadedProperty = (name: string): boolean => markupProperties.has(name) || addressProperties.has(name);

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

/** A script in the form of an address. */
export const scriptAddress = /^\s*(?:javascript|vbscript)\s*:/i;

/** True for a text that is safe to put where an address is loaded from. */
export const isPlainAddress = (text: string | undefined): boolean =>
  text !== undefined && !scriptAddress.test(text) && !/^\s*data\s*:/i.test(text);

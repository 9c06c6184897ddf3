import { mainApi, mainScopeNames, mainSummaries } from './main-api.ts';

/**
 * An expression for the main process that gives `{ scope, later }`. In `scope`, each name of the API has an object that
 * has the members of the table only, gives copies of data, and passes on copies of its arguments: code never gets an
 * object of Electron itself. `later` waits for the next turn of the event loop. Needs the command line API for `require`.
 */
export const mainScope = `(() => {
  const electron = require('electron');
  const { setImmediate } = require('timers');
  const [api, names, summaries] = ${JSON.stringify([mainApi, mainScopeNames, mainSummaries])};
  const made = new WeakMap();
  const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  const give = (value, kind) => {
    if (value === null || value === undefined) return value;
    if (typeof value.then === 'function') return value.then((settled) => give(settled, kind));
    if (kind === 'data') return copy(value);
    if (kind.endsWith('[]')) return Array.from(value, (one) => give(one, kind.slice(0, -2)));
    return faceOf(value, kind);
  };
  const read = (target, name, gives) =>
    typeof target[name] === 'function'
      ? (...given) => give(target[name](...given.map(copy)), gives)
      : give(target[name], gives);
  const summarise = (face, kind) => {
    const facts = (summaries[kind] ?? []).map((name) => {
      const fact = face[name];
      return [name, typeof fact === 'function' ? fact() : fact];
    });
    return facts.length > 0 ? Object.fromEntries(facts) : '[' + kind + ']';
  };
  const faceOf = (target, kind) => {
    const known = made.get(target);
    if (known) return known;
    const face = Object.create(null);
    made.set(target, face);
    for (const [name, gives] of Object.entries(api[kind]))
      if (name in target) Object.defineProperty(face, name, { get: () => read(target, name, gives) });
    Object.defineProperty(face, 'toJSON', { value: () => summarise(face, kind) });
    return Object.freeze(face);
  };
  const scope = Object.create(null);
  for (const name of names)
    Object.defineProperty(scope, name, { get: () => faceOf(name === 'process' ? process : electron[name], name) });
  return { scope, later: () => new Promise((resolve) => setImmediate(resolve)) };
})()`;

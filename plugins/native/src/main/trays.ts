import { withFunctions } from '@recourse/stage-plugin';
import type { Electron, Tray } from './electron.ts';

export interface ShownTray {
  readonly id: string;
  readonly events: readonly string[];
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

export type TrayOutcome =
  | { readonly trays: readonly ShownTray[]; readonly handled: boolean }
  | { readonly missing: string; readonly available: readonly string[] }
  | { readonly unsupported: string };

/**
 * Runs in the main process: every tray of the app. Electron has no list of them, so the debugger of V8 looks for objects
 * with their prototype.
 */
const findTrays = (prototype: object): readonly Tray[] | undefined => {
  type Answer = { readonly result: { readonly objectId: string }; readonly objects: { readonly objectId: string } };
  type Post = (method: string, params: object, take: (error: unknown, answer: Answer) => void) => void;
  type Inspector = { readonly Session: new () => { connect(): void; disconnect(): void; readonly post: Post } };
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => unknown };
  if (!getBuiltinModule) return undefined;
  const { Session } = getBuiltinModule('node:inspector') as Inspector;
  const place = globalThis as unknown as Record<symbol, unknown>;
  const key = Symbol('trays');
  const name = `globalThis[Object.getOwnPropertySymbols(globalThis).find((one) => one.description === 'trays')]`;
  const session = new Session();
  session.connect();
  try {
    place[key] = prototype;
    session.post('Runtime.evaluate', { expression: name }, (_, { result }) => {
      session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId }, (__, { objects }) => {
        const functionDeclaration = `function () { ${name} = [...this]; }`;
        session.post('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration }, () => undefined);
      });
    });
    const found = place[key];
    return Array.isArray(found) ? (found as Tray[]).filter(isAlive) : undefined;
  } finally {
    Reflect.deleteProperty(place, key);
    session.disconnect();
  }
};

/** Runs in the main process: a prototype has the prototype of a tray, too, and its methods throw. */
const isAlive = (tray: Tray): boolean => {
  try {
    return !tray.isDestroyed();
  } catch {
    return false;
  }
};

/** Runs in the main process: ids of trays stay the same while the app runs. */
const idsOf = (trays: readonly Tray[]): readonly string[] => {
  type Known = { readonly ids: WeakMap<Tray, string>; last: number };
  const place = globalThis as unknown as Record<symbol, Known | undefined>;
  const known = (place[Symbol.for('recourse.native.trays')] ??= { ids: new WeakMap(), last: 0 });
  return trays.map((tray) => {
    const id = known.ids.get(tray) ?? `tray-${(known.last += 1)}`;
    known.ids.set(tray, id);
    return id;
  });
};

/** Runs in the main process: lists trays, or lets one of them tell its listeners of an event. */
const run = ({ Tray: { prototype } }: Electron, id: string | null, event: string): TrayOutcome => {
  const trays = findTrays(prototype);
  if (!trays) return { unsupported: 'trays cannot be listed in this version of Electron' };
  const ids = idsOf(trays);
  const show = (tray: Tray, at: number): ShownTray => ({
    id: ids[at] ?? '',
    events: tray.eventNames().map(String).slice(0, 50),
    bounds: tray.getBounds(),
  });
  if (id === null) return { trays: trays.map(show), handled: false };
  const at = ids.indexOf(id);
  const tray = trays[at];
  if (!tray) return { missing: id, available: ids };
  const keys = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, triggeredByAccelerator: false };
  return { trays: [show(tray, at)], handled: tray.emit(event, keys, tray.getBounds(), { x: 0, y: 0 }) };
};

export const useTrays = withFunctions({ isAlive, findTrays, idsOf }, run);

/** Runs in the main process: forgets the ids. */
export const forgetTrays = (): void => {
  Reflect.deleteProperty(globalThis, Symbol.for('recourse.native.trays'));
};

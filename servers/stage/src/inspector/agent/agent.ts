import { dialogs } from './dialogs.ts';
import { windows } from './windows.ts';

/** The options of the agent. */
export interface AgentOptions {
  /** Identifies the session. A session that connects again replaces its own agent. */
  readonly owner: string;
  /** Answers native dialogs. */
  readonly hasDialogs: boolean;
  /**
   * The app was not started by the server. Its windows are reached through the main process, and everything is undone if
   * the server is silent for some seconds.
   */
  readonly isInjected: boolean;
  /** Closes the inspector at the end, because it was opened for the agent. */
  readonly endsInspector: boolean;
}

/** How often the server shows that it is there, and how many of these times it may miss. */
export const beatMs = 1000;
const mostMissed = 5;
/** How long an inspector stays open at the end. Electron can crash if it ends while a debugger is connected. */
export const debugEndMs = 250;

/**
 * A function that runs in the main process of an app on behalf of a session. Everything that it changes is undone by
 * `release`. It returns the string 'in use' if another session or debugger has the app.
 */
export const agent = `function (require, notify, options) {
  const electron = require('electron');
  const { app } = electron;
  const key = Symbol.for('recourse.stage');
  const known = process[key];
  if (known && known.owner !== options.owner) return 'in use';
  known?.release({ isReplaced: true });

  const undo = [];
  const tell = (kind, value) => notify(JSON.stringify({ kind, ...value }));
  let isReleased = false;
  const release = ({ isReplaced = false } = {}) => {
    if (isReleased) return;
    isReleased = true;
    for (const step of undo.toReversed()) {
      try {
        step();
      } catch {
        // A window that closes in this moment needs no more.
      }
    }
    tell('released', {});
    if (options.endsInspector && !isReplaced) setTimeout(() => process._debugEnd(), ${debugEndMs});
  };

  /** Replaces a function of Electron. If the app has replaced it again, the app's stays, and leads to the original. */
  const wrap = (object, name, make) => {
    const original = object[name];
    if (typeof original !== 'function') return;
    const before = Object.getOwnPropertyDescriptor(object, name);
    let isActive = true;
    const replacement = (...given) => (isActive ? made(...given) : original.apply(object, given));
    const made = make(original.bind(object), replacement);
    Object.defineProperty(object, name, { value: replacement, configurable: true, writable: true, enumerable: before?.enumerable ?? false });
    undo.push(() => {
      isActive = false;
      if (object[name] !== replacement) return;
      if (before) Object.defineProperty(object, name, before);
      else delete object[name];
    });
  };
  ${dialogs}
  ${windows}
  Object.defineProperty(process, key, { value: { owner: options.owner, release }, configurable: true });
  undo.push(() => delete process[key]);
  if (options.hasDialogs) wrapDialogs();
  let missed = 0;
  if (options.isInjected) {
    const used = takeWindows();
    if (used !== undefined) {
      release();
      return 'in use';
    }
    const timer = setInterval(() => {
      missed += 1;
      if (missed > ${mostMissed}) release();
    }, ${beatMs});
    timer.unref();
    undo.push(() => clearInterval(timer));
  } else {
    // Only the app itself knows why it quits at once.
    wrap(app, 'requestSingleInstanceLock', (original) => (...given) => {
      const isFirst = original(...given);
      if (!isFirst) tell('locked', { folder: app.getPath('userData') });
      return isFirst;
    });
  }
  return {
    receive,
    release: () => release(),
    beat: () => void (missed = 0),
    setPolicy: (wanted) => void (policy = wanted),
    /** Resolves after the messages of pages that are already here were handled. */
    settle: () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
  };
}`;

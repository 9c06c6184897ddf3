import type { ObservedCall, PluginAppFile, PluginStage } from '../authoring/stage.ts';
import type { SessionFacts } from '../wire/messages.ts';
import type { Asking } from './asking.ts';
import { createSession } from './create-session.ts';

/** The stage as a plugin uses it, in a call or between calls: every method is a request to the stage. */
export const createStage = (asking: Asking, call?: number): PluginStage => ({
  sessions: async () => {
    const { sessions } = await asking.ask<{ sessions: readonly SessionFacts[] }>('sessions.list', {});
    return sessions.map((facts) => createSession(facts, asking));
  },
  onSessionEnd: (listener) => {
    asking.listen('session ended', undefined, listener as (value: unknown) => void);
  },
  mask: async (texts) =>
    texts.length === 0 ? [] : (await asking.ask<{ texts: readonly string[] }>('secrets.mask', { texts })).texts,
  files: {
    read: async (path) => decode(await asking.ask('files.read', { path })),
    write: (path, data) => asking.ask('files.write', { path, data: Buffer.from(data).toString('base64') }),
    list: async (path) => (await asking.ask<{ names: readonly string[] }>('files.list', { path })).names,
  },
  apps: {
    read: async (path, range) => decode(await asking.ask('apps.read', { path, ...(range && { range }) })),
    list: async (path) => (await asking.ask<{ entries: readonly PluginAppFile[] }>('apps.list', { path })).entries,
    search: async (path, text) =>
      (await asking.ask<{ offsets: readonly number[] }>('apps.search', { path, text })).offsets,
    hash: async (path, ranges) =>
      (await asking.ask<{ hashes: readonly string[] }>('apps.hash', { path, ranges })).hashes,
  },
  calls: {
    observe: async (listener, { hold = false } = {}) => {
      const listening = asking.listen('call', undefined, (value) => {
        const { number, ...observed } = value as ObservedCall & { readonly number?: number };
        void (async () => {
          // A listener that throws must neither end the plugin nor hold the call.
          await Promise.allSettled([(async () => listener(observed))()]);
          if (number !== undefined) await asking.ask('calls.release', { number });
        })();
      });
      await asking.ask('calls.observe', { hold });
      return async () => {
        if (listening.isLast()) await asking.ask('calls.ignore', {});
      };
    },
    make: (tool, args) => asking.ask('calls.make', { tool, arguments: args }, call === undefined ? {} : { call }),
  },
});

const decode = ({ data }: { readonly data: string }): Uint8Array => Buffer.from(data, 'base64');

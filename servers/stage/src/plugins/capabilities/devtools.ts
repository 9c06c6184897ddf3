import { pluginDomains } from '@recourse/stage-plugin/wire';
import { z } from 'zod';
import type { CdpSession } from '../../cdp/connection.ts';
import type { Surface } from '../../surface.ts';
import type { AnySession } from './any-session.ts';
import { inEveryFrame } from './frames.ts';
import { HeldRequests } from './held-requests.ts';
import { defineAsk, onSurface } from './scope.ts';
import type { AskMethod, AskScope, Place } from './scope.ts';

/** Names such as `Network.enable`, of the domains that can be granted. */
const name = z.string().regex(new RegExp(`^(?:${pluginDomains.join('|')})\\.[A-Za-z]{1,60}$`, 'u'));
const domainOf = (method: string): string => method.split('.')[0] ?? '';
const capabilityOf = (method: string): string => `devtools:${domainOf(method)}`;
const undoMs = 2000;

const any = (session: CdpSession): AnySession => session;

const command = z.strictObject({
  method: name,
  params: z.record(z.string(), z.unknown()),
  /** The id of a frame, or `all`; defaults to the top frame. */
  frame: z.string().max(100).optional(),
});

/** Commands and events of the DevTools domains that a plugin was granted. */
export const devtoolsMethods: Readonly<Record<string, AskMethod>> = {
  'devtools.send': defineAsk({
    needs: ({ method }) => capabilityOf(method),
    params: command,
    run: (scope, given) =>
      onSurface(scope, async (place) => {
        const { method, params, frame } = given;
        const domain = domainKey(place.surface, method);
        if (method.endsWith('.enable')) return enable(scope, place, given);
        if (method.endsWith('.disable') && (await scope.endings.undo(place.session.id, domain))) return {};
        const { signal } = scope;
        const { requestId } = params;
        if (typeof requestId === 'string') for (const held of heldIn(place.surface)) held.answered(requestId);
        if (frame !== 'all') return any(sessionOf(place.surface, frame)).send(method, params, { signal });
        const stop = await inEveryFrame(place.surface, ({ session }) => any(session).send(method, params, { signal }));
        stop();
        return {};
      }),
  }),
  'devtools.listen': defineAsk({
    needs: ({ event }) => capabilityOf(event),
    params: z.strictObject({ event: name }),
    run: (scope, { event }) =>
      onSurface(scope, async ({ session, surface }) => {
        const ends: (() => void)[] = [];
        const stop = await inEveryFrame(surface, (frame) => {
          const listener = (params: unknown): void =>
            scope.emit(`devtools ${event} ${scope.surface ?? ''}`, session.id, { params, frame: frame.frameId });
          ends.push(any(frame.session).on(event, listener));
        });
        const undo = (): void => {
          stop();
          for (const end of ends) end();
        };
        scope.endings.set(session.id, listenKey(scope, event), { undo, replaced: undo });
        return {};
      }),
  }),
  'devtools.unlisten': defineAsk({
    needs: ({ event }) => capabilityOf(event),
    params: z.strictObject({ event: name }),
    run: async (scope, { event }) => {
      await scope.endings.undo(scope.session ?? '', listenKey(scope, event));
      return {};
    },
  }),
};

/** The requests that the browser holds, by the session of their frame. */
const holds = new WeakMap<CdpSession, HeldRequests>();
/** Resolves when a domain that is being disabled no longer holds requests. */
const ending = new WeakMap<CdpSession, Promise<unknown>>();
const heldIn = (surface: Surface): readonly HeldRequests[] =>
  surface.frames().flatMap(({ session }) => holds.get(session) ?? []);

/** Enables a domain until the plugin disables it or ends. */
const enable = async (
  { endings, signal }: AskScope,
  { session, surface }: Place,
  { method, params, frame }: z.output<typeof command>,
): Promise<unknown> => {
  const enabled: CdpSession[] = [];
  const start = async (one: CdpSession): Promise<unknown> => {
    enabled.push(one);
    if (domainOf(method) === 'Fetch') {
      await ending.get(one);
      if (!holds.has(one)) holds.set(one, new HeldRequests(any(one)));
    }
    return any(one).send(method, params, { signal });
  };
  let answer: unknown = {};
  let stop = (): void => undefined;
  if (frame === 'all') stop = await inEveryFrame(surface, (one) => start(one.session));
  else answer = await start(sessionOf(surface, frame));
  const disable = method.replace(/enable$/u, 'disable');
  endings.set(session.id, domainKey(surface, method), {
    undo: () => {
      stop();
      return Promise.allSettled(enabled.map((one) => end(one, disable)));
    },
    replaced: stop,
  });
  return answer;
};

/** Disables a domain. Requests that Fetch holds are sent on to the server first. */
const end = (session: CdpSession, disable: string): Promise<unknown> => {
  const held = disable === 'Fetch.disable' ? holds.get(session) : undefined;
  if (!held) return any(session).send(disable, {}, { timeoutMs: undoMs });
  holds.delete(session);
  const ended = held.end();
  ending.set(
    session,
    ended.catch(() => undefined),
  );
  return ended;
};

/** The session of a frame. A frame of another site has its own; all others share that of the surface. */
const sessionOf = (surface: Surface, frame: string | undefined): CdpSession =>
  surface.frames().find(({ frameId }) => frameId === frame)?.session ?? surface.session;

const domainKey = (surface: Surface, method: string): string => `domain ${surface.id} ${domainOf(method)}`;
const listenKey = ({ surface = '' }: AskScope, event: string): string => `listen ${surface} ${event}`;

import { isFailure } from '@recourse/contract';
import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import type { z } from 'zod';
import { CdpRefusedError } from '../../cdp/cdp-errors.ts';
import { fail, StageError } from '../../failing.ts';
import type { Observer } from '../../reading/observer.ts';
import { checkRenderer, goneError } from '../../sessions/renderer.ts';
import type { Session } from '../../sessions/session.ts';
import type { Surface } from '../../surface.ts';
import { answering } from '../../tools/answering.ts';
import { observerOf } from '../../tools/observer-of.ts';
import { targetFailure } from '../../tools/reading.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import type { CallFeed } from '../call-feed.ts';
import type { Endings } from './endings.ts';
import type { HeldCalls } from './held-calls.ts';

/** A call of a tool, for requests that were made in it. */
export interface RunningCall {
  readonly correlation_id: string;
  readonly inner: (tool: string, args: JsonObject) => Promise<Outcome>;
}

/** The things that requests of plugins work with. */
export interface PluginToolbox extends Toolbox {
  readonly calls: CallFeed;
}

/** Everything that a request of a plugin can use. */
export interface AskScope {
  readonly plugin: string;
  readonly toolbox: PluginToolbox;
  /** The folder that the plugin may write to. */
  readonly folder: string;
  readonly session: string | undefined;
  /** The surface that the request is about; defaults to the active one. */
  readonly surface: string | undefined;
  readonly call: RunningCall | undefined;
  /** Aborted when the plugin ends. */
  readonly signal: AbortSignal;
  /** Sends an event to the plugin. */
  readonly emit: (event: string, session: string | undefined, value: unknown) => void;
  /** Everything that is undone when the plugin ends. */
  readonly endings: Endings;
  readonly held: HeldCalls;
}

/** A request that plugins can make. */
export interface AskMethod {
  /** The capability that it needs; it may follow from the parameters. Undefined if every plugin may make it. */
  readonly needs: ((params: never) => string) | undefined;
  readonly params: z.ZodType;
  run(scope: AskScope, params: never): Promise<unknown>;
}

/** Declares a request, with the type of its parameters. */
export const defineAsk = <Schema extends z.ZodType>(method: {
  readonly needs?: (params: z.output<Schema>) => string;
  readonly params: Schema;
  run(scope: AskScope, params: z.output<Schema>): Promise<unknown>;
}): AskMethod => ({ ...method, needs: method.needs });

export interface Place {
  readonly session: Session;
  readonly surface: Surface;
  readonly observer: Observer;
}

/** Does something in the surface that a request names. It is never repeated. */
export const onSurface = async <Value>(scope: AskScope, use: (place: Place) => Promise<Value>): Promise<Value> => {
  const answer = await answering({ correlation_id: scope.call?.correlation_id ?? scope.plugin }, async () => {
    const session = scope.toolbox.sessions.find(scope.session);
    await session.connected();
    const surface = scope.surface === undefined ? session.active() : surfaceOf(session, scope.surface);
    try {
      await checkRenderer(surface, scope.signal);
      return await use({ session, surface, observer: observerOf(session) });
    } catch (error) {
      const failure = targetFailure(error, surface.id, session) ?? refusedFailure(error);
      if (!failure) throw error;
      throw new StageError(failure);
    }
  });
  if (isFailure(answer)) throw new StageError(answer);
  return answer;
};

const surfaceOf = (session: Session, id: string): Surface => {
  const surface = session.surfaces().find((one) => one.id === id);
  if (!surface || surface.isClosed) throw goneError(id, 'closed');
  return surface;
};

/** The app refused a command of a plugin: its parameters are wrong, or the page has changed. */
const refusedFailure = (error: unknown): Failure | undefined =>
  error instanceof CdpRefusedError
    ? fail('BAD_ARGUMENT', { argument: error.method, reason: error.message }, { effect: 'none' })
    : undefined;

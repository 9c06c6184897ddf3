import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { Act } from '../acting/act.ts';
import { CdpRefusedError } from '../cdp/cdp-errors.ts';
import { fail, StageError } from '../failing.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { checkRenderer } from '../sessions/renderer.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { answering } from './answering.ts';
import { observerOf } from './observer-of.ts';
import { targetErrors, targetFailure } from './reading.ts';
import { target } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const defaultTimeoutMs = 5000;
const mostTimeoutMs = 30_000;

/** The input fields of every action on an element. */
export const actionFields = {
  ...target,
  timeoutMs: z.int().min(0).max(mostTimeoutMs).default(defaultTimeoutMs).describe('How long to wait until it can act.'),
};

export const force = z.boolean().default(false).describe('Act without waiting for the element to be ready.');

/** The codes of every action on an element. */
export const actionErrors = [...targetErrors, 'ELEMENT_NOT_VISIBLE'] as const;

/** The codes of every action that types into a field. */
export const fieldErrors = [...actionErrors, 'ELEMENT_DISABLED', 'TYPE_NO_EFFECT'] as const;

/** The declaration that all actions share. */
export const acts = { operation: 'command', danger: 'reversible', codes: stageCodes, timeoutMs: 60_000 } as const;

/** The dialogs that opened during an action, with how they were answered. */
const dialogs = z.array(z.object({ type: z.string(), message: z.string(), action: z.enum(['accept', 'dismiss']) }));

/** The element that an action was done on, and the dialogs that it opened. */
export const actionOutput = {
  target: z.object({ ref: z.int(), role: z.string(), name: z.string() }),
  dialogs: dialogs.optional(),
};

/** The output of an action that may have no target. */
export const openOutput = { ...actionOutput, target: actionOutput.target.optional() };

export const hasTarget = ({ ref, selector, by }: Target): boolean =>
  ref !== undefined || selector !== undefined || by !== undefined;

export const describeTarget = ({
  ref,
  placed: { element },
}: FoundTarget): { ref: number; role: string; name: string } => ({
  ref,
  role: element.role,
  name: element.name,
});

interface ActCall {
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly arguments: { readonly sessionId?: string | undefined; readonly timeoutMs: number };
}

/** The last action of each session. A session does one at a time: it has one mouse and one keyboard. */
const last = new WeakMap<Session, Promise<unknown>>();

/**
 * Does an action on the active surface of a session, after those that were called before. It is never repeated. A failure
 * before the first input has no effect. The answer lists the dialogs that opened meanwhile.
 */
export const acting = <Value extends object>(
  { sessions }: Toolbox,
  call: ActCall,
  run: (act: Act) => Promise<Value>,
): Promise<(Value & { dialogs?: z.output<typeof dialogs> }) | Failure> =>
  answering(call, async () => {
    const session = sessions.find(call.arguments.sessionId);
    const before = last.get(session);
    const turn = (async () => {
      await before?.catch(() => undefined);
      call.signal.throwIfAborted();
      await session.connected();
      const seen = session.dialogs.last;
      const value = await actOn(session, call, run);
      const opened = session.dialogs
        .after(seen)
        .slice(-mostDialogs)
        .map(({ type, message, action }) => ({ type, message: message.slice(0, longestMessage), action }));
      return opened.length > 0 ? { ...value, dialogs: opened } : value;
    })();
    last.set(session, turn);
    return turn;
  });

const actOn = async <Value>(session: Session, call: ActCall, run: (act: Act) => Promise<Value>): Promise<Value> => {
  const surface = activeSurface(session);
  const { timeoutMs } = call.arguments;
  const act = new Act({ observer: observerOf(session), surface, timeoutMs, signal: call.signal });
  try {
    await checkRenderer(surface, call.signal);
    return await run(act);
  } catch (error) {
    const found = targetFailure(error, surface.id, session);
    if (found) throw new StageError(found);
    if (error instanceof CdpRefusedError) {
      // The page was loaded again while the action looked at it.
      const effect = act.hasBegun ? 'unknown' : 'none';
      throw new StageError(fail('CDP_TIMEOUT', { method: error.method }, { effect }));
    }
    throw act.hasBegun ? error : withoutEffect(error);
  }
};

const activeSurface = (session: Session): Surface => {
  try {
    return session.active();
  } catch (error) {
    throw withoutEffect(error);
  }
};

const withoutEffect = (error: unknown): unknown =>
  error instanceof StageError ? new StageError(changeFailure(error.failure, { effect: 'none' })) : error;

const mostDialogs = 5;
const longestMessage = 300;

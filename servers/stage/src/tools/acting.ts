import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { Act } from '../acting/act.ts';
import { CdpRefusedError } from '../cdp/cdp-errors.ts';
import { fail, StageError } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { checkRenderer } from '../sessions/renderer.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { answering, failureOf } from './answering.ts';
import { observerOf } from './observer-of.ts';
import { targetErrors, targetFailure } from './reading.ts';
import { cappedMs, target, targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

const mostTimeoutMs = 30_000;

/** The input fields of every action on an element. */
export const actionFields = { ...target, timeoutMs: cappedMs(mostTimeoutMs) };

/** Whether an action is done without checking that the element is ready for it. */
export const force = z.boolean().default(false);

/** The codes of every action on an element. */
export const actionErrors = [...targetErrors, 'ELEMENT_NOT_VISIBLE'] as const;

/** The codes of every action that types into a field. */
export const fieldErrors = [...actionErrors, 'ELEMENT_DISABLED', 'TYPE_NO_EFFECT'] as const;

/** The declaration that all actions share. */
export const acts = { operation: 'command', danger: 'reversible', codes: stageCodes, timeoutMs: 60_000 } as const;

/** The dialogs that opened during an action, with how they were answered. */
const dialogs = z.array(z.object({ type: z.string(), message: z.string(), action: z.enum(['accept', 'dismiss']) }));

/** An element in the answer of an action. */
export const actedOn = z.object({ ref: z.int(), role: z.string(), name: z.string() });

/** The element that an action was done on, unless the call named it by its reference, and the dialogs that it opened. */
export const actionOutput = { target: actedOn.optional(), dialogs: dialogs.optional() };

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

/** The element of an answer. A call by reference is refused unless the element is as it was shown, so it is left out. */
export const targetOf = (found: FoundTarget, given: Target): { target?: ReturnType<typeof describeTarget> } =>
  given.ref === undefined ? { target: describeTarget(found) } : {};

interface ActCall {
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly arguments: Target & { readonly sessionId?: string | undefined; readonly timeoutMs: number };
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
  run: (act: Act, failureIn: FailureIn) => Promise<Value>,
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

/** The failure that an error of an action means; undefined for an error that is a bug. */
export type FailureIn = (error: unknown, act: Act) => Failure | undefined;

const actOn = async <Value>(
  session: Session,
  call: ActCall,
  run: (act: Act, failureIn: FailureIn) => Promise<Value>,
): Promise<Value> => {
  const surface = activeSurface(session);
  const timeoutMs = Math.min(call.arguments.timeoutMs, mostTimeoutMs);
  const act = new Act({ observer: observerOf(session), surface, timeoutMs, signal: call.signal });
  const failureIn: FailureIn = (error, { hasBegun }) => {
    const lost = targetFailure(error, surface.id, session);
    const failure = lost ?? refusedFailure(error) ?? failureOf(named(error, call.arguments));
    if (failure && !hasBegun) return changeFailure(failure, { effect: 'none' });
    // An element that was lost after the first input may have got it.
    return lost ? changeFailure(lost, { effect: 'unknown' }) : failure;
  };
  try {
    await checkRenderer(surface, call.signal);
    const value = await run(act, failureIn);
    await session.dialogs.settle(surface.session);
    return value;
  } catch (error) {
    const failure = failureIn(error, act);
    throw failure ? new StageError(failure) : error;
  } finally {
    act.release();
  }
};

/** The same error about the argument that the call names its element with. */
const named = (error: unknown, given: Target): unknown => {
  if (!(error instanceof BadArgumentError) || error.argument !== 'ref') return error;
  const argument = targetNames.find((name) => given[name] !== undefined);
  return argument === undefined ? error : new BadArgumentError(argument, error.reason);
};

/** The failure of a call that the page refuses because it is loaded again; undefined for any other error. */
export const refusedFailure = (error: unknown): Failure | undefined =>
  error instanceof CdpRefusedError ? fail('CDP_TIMEOUT', { method: error.method }, { effect: 'unknown' }) : undefined;

const activeSurface = (session: Session): Surface => {
  try {
    return session.active();
  } catch (error) {
    throw withoutEffect(error);
  }
};

/** The same failure of a call that had no effect. */
export const withoutEffect = (error: unknown): unknown =>
  error instanceof StageError ? new StageError(changeFailure(error.failure, { effect: 'none' })) : error;

const mostDialogs = 5;
const longestMessage = 300;

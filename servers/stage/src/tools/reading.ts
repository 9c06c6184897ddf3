import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import type { CaptureOptions } from '../observe/capture.ts';
import { fail, StageError } from '../failing.ts';
import { AmbiguousTargetError } from '../reading/ambiguous-target-error.ts';
import type { Observer } from '../reading/observer.ts';
import { SelectorInvalidError, SelectorNoMatchError } from '../reading/select-nodes.ts';
import { findTarget } from '../reading/target.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { ReferenceLostError } from '../references/reference-lost-error.ts';
import { readAgain } from '../sessions/read-again.ts';
import { whileAnswering } from '../sessions/renderer.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { answering } from './answering.ts';
import { observerOf } from './observer-of.ts';
import type { Toolbox } from './toolbox.ts';

/** The codes of every tool that looks at a surface. */
export const lookErrors = [
  'NOT_RUNNING',
  'SESSION_AMBIGUOUS',
  'SURFACE_CLOSED',
  'RENDERER_HUNG',
  'CDP_TIMEOUT',
  'CDP_DISCONNECTED',
  'BAD_ARGUMENT',
] as const;

/** The codes of every tool that is told which element is meant. */
export const targetErrors = [...lookErrors, 'REF_NOT_FOUND', 'SELECTOR_NO_MATCH', 'SELECTOR_INVALID'] as const;

export interface Reading {
  readonly observer: Observer;
  readonly surface: Surface;
  readonly capturing: CaptureOptions;
}

interface ReadCall {
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly arguments: { readonly sessionId?: string | undefined };
}

/** Looks at the active surface of the session that a call names, or at another one, and answers errors with their codes. */
export const reading = <Value>(
  { sessions }: Toolbox,
  call: ReadCall,
  read: (reading: Reading) => Promise<Value>,
  surfaceOf: (session: Session) => Surface = (session) => session.active(),
): Promise<Value | Failure> =>
  answering(call, async () => {
    const session = sessions.find(call.arguments.sessionId);
    let surfaceId = '';
    try {
      return await readAgain(session, async () => {
        const surface = surfaceOf(session);
        surfaceId = surface.id;
        return whileAnswering(surface, call.signal, (signal) =>
          read({ observer: observerOf(session), surface, capturing: { signal } }),
        );
      });
    } catch (error) {
      // A failed read has changed nothing.
      if (error instanceof StageError) throw new StageError(changeFailure(error.failure, { effect: 'none' }));
      const failure = targetFailure(error, surfaceId, session);
      if (!failure) throw error;
      throw new StageError(failure);
    }
  });

/** The failure of a call whose element was not found; undefined for any other error. */
export const targetFailure = (error: unknown, surfaceId: string, session: Session): Failure | undefined => {
  if (error instanceof ReferenceLostError) return lostFailure(error, surfaceId, session);
  if (error instanceof AmbiguousTargetError) {
    const reason = `must match exactly one element, but ${error.count} have this role and name; use the ref of one of them`;
    return fail('BAD_ARGUMENT', { argument: 'by', reason }, { effect: 'none', similar: error.matches });
  }
  if (error instanceof SelectorInvalidError) {
    return fail('SELECTOR_INVALID', { selector: short(error.selector) }, { effect: 'none' });
  }
  if (error instanceof SelectorNoMatchError) {
    const details = { selector: short(error.selector), surface_id: surfaceId };
    const similar = error.similar();
    return fail('SELECTOR_NO_MATCH', details, { effect: 'none', ...(similar.length > 0 && { similar }) });
  }
  return undefined;
};

const lostFailure = (error: ReferenceLostError, surfaceId: string, session: Session): Failure => {
  const { ref, was, now, similar } = error;
  const isElsewhere = error.reason === 'other_surface';
  // An element is gone with its surface.
  const isGone = isElsewhere && !session.surfaces().some(({ id }) => id === error.surfaceId);
  const reason = isGone ? 'removed' : error.reason;
  return fail(
    'REF_NOT_FOUND',
    {
      ref,
      reason,
      surface_id: (isElsewhere && error.surfaceId) || surfaceId,
      ...(was && { last_role: was.role, last_name: short(was.name) }),
      ...(was?.context !== undefined && { last_row: short(was.context) }),
      ...(now && { role: now.role, name: short(now.name) }),
      ...(now?.context !== undefined && { row: short(now.context) }),
    },
    {
      effect: 'none',
      similar: similar.map((one) => (one.name === undefined ? one : { ...one, name: short(one.name) })),
    },
  );
};

/** A refusal stays small, whatever the page and the call contain. */
const short = (text: string): string => clipTokens(text, 30);

/** The declaration that all tools share that read one element. */
export const readsElement = {
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  codes: stageCodes,
  errors: targetErrors,
} as const;

/** Reads the element that a call names by its reference or by a selector. */
export const readingElement = <Value>(
  toolbox: Toolbox,
  call: ReadCall & { readonly arguments: Target },
  read: (found: FoundTarget, observer: Observer) => Value | Promise<Value>,
): Promise<Value | Failure> =>
  reading(toolbox, call, async ({ observer, surface, capturing }) =>
    read(await findTarget(observer, surface, call.arguments, capturing), observer),
  );

import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Call, Caller, Principal } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { afterwards, defineStage } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';

/** How the keys of an installation begin; an access token of another issuer begins otherwise. */
export const keyPrefix = 'rk_';

/** Identifies callers. Undefined means that the caller is unknown. */
export interface Identity {
  identify(caller: Caller): Promise<Principal | undefined> | Principal | undefined;
  /** Whether there is a key that a caller from elsewhere could present. None that can tell: there is none. */
  hasKeys?(): Promise<boolean>;
}

/**
 * The user of this machine. A caller with a key is unknown, because there are no keys to compare it with. The trust is
 * `validated`: safe and reversible tools run, destructive ones ask, dangerous ones wait for the operator.
 */
export const localIdentity: Identity = {
  identify: (caller) => (caller.local && caller.key === undefined ? { id: 'local', trust: 'validated' } : undefined),
};

/** Finds the principal of a call. */
export const identify = (identity: Identity): Stage =>
  defineStage('identify', ['PERMISSION_DENIED'], (call, next) => {
    const { caller } = call.request;
    const found = caller.principal ?? identity.identify(caller);
    return afterwards(found, (principal) => passAs(principal, call, next));
  });

const passAs = (principal: Principal | undefined, call: Call, next: Next): Answering => {
  if (!principal) return unknownCaller(call.request.caller, call.correlation_id);
  call.state.principal = principal.id;
  if (principal.role === 'approver') return approverOnly(call);
  return next(changeCall(call, { principal }));
};

const approverOnly = ({ correlation_id }: Call): Failure =>
  fail(
    'PERMISSION_DENIED',
    { reason: 'this key can only approve calls, not make them', http_status: 403 },
    { correlation_id, hint: 'Ask the operator for a key that can call tools.' },
  );

/** The failure for a caller without a known key. */
export const unknownCaller = (caller: Caller, correlation_id?: string): Failure =>
  fail(
    'PERMISSION_DENIED',
    { reason: caller.key === undefined ? 'a key is needed' : 'the key is unknown', http_status: 401 },
    {
      http: 401,
      ...(correlation_id !== undefined && { correlation_id }),
      hint: 'Ask the operator for a key and send it with every call.',
    },
  );

import type {
  AdmissionRequest,
  Admissions,
  ClaimRequest,
  ReservationRequest,
  Tokens,
} from '@recourse/engine/store-ports';
import type { Stores } from './complete-stores.ts';

/**
 * The stores as one adapter sees them. Two adapters may have operations of the same name, so tokens, keys and counts
 * are stored under the name of the adapter and never apply to another one.
 */
export const scopeStores = (adapter: string, { tokens, admissions, ...shared }: Stores): Stores => {
  const scope = scopeOf(adapter);
  return { ...shared, tokens: scopedTokens(tokens, scope), admissions: scopedAdmissions(admissions, scope) };
};

interface Scope {
  /** The name of an operation outside. */
  outside(operation: string): string;
  /** Its name here; nothing if it is another adapter's. */
  inside(operation: string): string | undefined;
}

const scopeOf = (adapter: string): Scope => {
  const prefix = `${adapter}/`;
  return {
    outside: (operation) => `${prefix}${operation}`,
    inside: (operation) => (operation.startsWith(prefix) ? operation.slice(prefix.length) : undefined),
  };
};

const scopedTokens = (tokens: Tokens, { outside, inside }: Scope): Tokens => ({
  transaction: tokens.transaction,
  holds: tokens.holds,
  ask: (request) => {
    const { held } = request;
    return tokens.ask({
      ...request,
      operation: outside(request.operation),
      ...(held && { held: { ...held, operation: outside(held.operation) } }),
    });
  },
  held: async (token) => {
    const held = await tokens.held(token);
    const operation = held && inside(held.operation);
    return held && operation !== undefined ? { ...held, operation } : undefined;
  },
  expiryOf: (token) => tokens.expiryOf(token),
});

const scopedAdmissions = (admissions: Admissions, scope: Scope): Admissions => ({
  transaction: admissions.transaction,
  find: (claim) => admissions.find(scopedClaim(claim, scope)),
  admit: async (request) => {
    const admission = await admissions.admit(scopedRequest(request, scope));
    if (admission.state !== 'refused' || admission.refusal.state !== 'mismatch') return admission;
    const { token_operation } = admission.refusal;
    const refusal = { ...admission.refusal, token_operation: scope.inside(token_operation) ?? token_operation };
    return { ...admission, refusal };
  },
  end: (ending) => admissions.end(ending),
  owns: (claim) => admissions.owns(claim),
  ...(admissions.overload && { overload: () => admissions.overload?.() }),
});

const scopedRequest = (request: AdmissionRequest, scope: Scope): AdmissionRequest => {
  const { claim, quotas, confirmation } = request;
  return {
    ...request,
    ...(claim && { claim: scopedClaim(claim, scope) }),
    quotas: quotas.map((quota) => scopedQuota(quota, scope)),
    ...(confirmation && { confirmation: { ...confirmation, operation: scope.outside(confirmation.operation) } }),
  };
};

const scopedClaim = (claim: ClaimRequest, { outside }: Scope): ClaimRequest => ({
  ...claim,
  operation: outside(claim.operation),
});

/** Calls that are counted under a scope of their own are shared by all adapters that name that scope. */
const scopedQuota = (quota: ReservationRequest, { outside }: Scope): ReservationRequest =>
  quota.rule.scope === undefined ? { ...quota, operation: outside(quota.operation) } : quota;

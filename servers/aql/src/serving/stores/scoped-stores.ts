import type { Quotas, Replays, Tokens } from '@recourse/engine';
import type { Stores } from './complete-stores.ts';

/**
 * The stores as one adapter sees them. Two adapters may have operations of one name: under the name of its adapter, a
 * token, a key and a count of one is never good for the other.
 */
export const scopeStores = (adapter: string, { tokens, quotas, replays, ...shared }: Stores): Stores => {
  const scope = scopeOf(adapter);
  return {
    ...shared,
    tokens: scopedTokens(tokens, scope),
    quotas: scopedQuotas(quotas, scope),
    replays: scopedReplays(replays, scope),
  };
};

interface Scope {
  /** The name of an operation outside. */
  outside(operation: string): string;
  /** Its name here; nothing where it is another adapter's. */
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
  ...(tokens.transaction && { transaction: tokens.transaction }),
  holds: tokens.holds,
  ask: (request) => {
    const { held } = request;
    return tokens.ask({
      ...request,
      operation: outside(request.operation),
      ...(held && { held: { ...held, operation: outside(held.operation) } }),
    });
  },
  redeem: async (request) => {
    const redemption = await tokens.redeem({ ...request, operation: outside(request.operation) });
    if (redemption.state !== 'mismatch') return redemption;
    const { token_operation } = redemption;
    return { ...redemption, token_operation: inside(token_operation) ?? token_operation };
  },
  end: (id, outcome) => tokens.end(id, outcome),
  held: async (token) => {
    const held = await tokens.held(token);
    const operation = held && inside(held.operation);
    return held && operation !== undefined ? { ...held, operation } : undefined;
  },
});

const scopedQuotas = (quotas: Quotas, { outside }: Scope): Quotas => {
  // What is counted under a scope of its own is shared by whoever names that scope.
  const scoped = <Request extends Parameters<Quotas['reserve']>[0]>(request: Request): Request =>
    request.rule.scope === undefined ? { ...request, operation: outside(request.operation) } : request;
  return {
    reserve: (request) => quotas.reserve(scoped(request)),
    giveBack: (id) => quotas.giveBack(id),
    grant: (request) => quotas.grant(scoped(request)),
  };
};

const scopedReplays = (replays: Replays, { outside }: Scope): Replays => ({
  ...(replays.transaction && { transaction: replays.transaction }),
  claim: (request) => replays.claim({ ...request, operation: outside(request.operation) }),
  begin: (id) => replays.begin(id),
  settle: (id, outcome) => replays.settle(id, outcome),
  release: (id) => replays.release(id),
  owns: (id) => replays.owns(id),
});

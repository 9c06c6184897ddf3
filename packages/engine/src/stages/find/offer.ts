import type { Principal } from '../../call/call.ts';
import { lowerTrust, trustLevels } from '../../levels.ts';
import type { PolicySettings } from '../../settings/settings.ts';
import { confirmToolName } from '../../tool/confirm-tool.ts';
import type { Operation, Tool } from '../../tool/operation.ts';
import { decisionFor } from '../gate/gate.ts';
import type { GateDecision } from '../gate/matrix.ts';
import type { QuotaRule } from '../meter/quota-rule.ts';
import { byRights } from './by-rights.ts';

/**
 * Decides which tools a principal is offered: by its key or scopes, by its role and by the operator's policy. Lists, near
 * names and documents all ask here, so that they never differ.
 */
export interface Offer {
  /** The names of the tools that a principal may call with some arguments. */
  toolNames(principal: Principal): readonly string[];
  /** The names of the tools that some principal may call. */
  allToolNames(): readonly string[];
  /** The names of those operations of a router that a principal may call. */
  operationNames(principal: Principal, operations: readonly Operation[]): readonly string[];
  /** Whether the key or the scopes of a principal name a tool that leads to an operation. */
  reaches(principal: Principal, operation: Operation): boolean;
}

export interface OfferOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: PolicySettings;
  readonly quotaRules: (operation: string) => readonly QuotaRule[];
}

export const createOffer = ({ tools, policy, quotaRules }: OfferOptions): Offer => {
  const decide = ({ trust }: Principal, operation: Operation): GateDecision =>
    decisionFor(policy, operation, lowerTrust(operation.trust, trust));
  const mayAsk = (principal: Principal, operation: Operation): boolean => {
    const decision = decide(principal, operation);
    const rules = [...operation.quotas, ...quotaRules(operation.name)];
    return decision === 'confirm' || (decision === 'allow' && rules.some(({ pause }) => pause !== undefined));
  };
  const isOffered = (principal: Principal, tool: Tool): boolean => {
    if (principal.role === 'approver' || !isNamed(principal, tool)) return false;
    if (tool.name !== confirmToolName) return tool.operations.some((one) => decide(principal, one) !== 'deny');
    // A confirmation is of use only to a caller that can be asked for one.
    return [...tools.values()].some(
      (other) => isNamed(principal, other) && other.operations.some((one) => mayAsk(principal, one)),
    );
  };
  const operationNames = new WeakMap<readonly Operation[], (principal: Principal) => readonly string[]>();
  const namesAmong = (operations: readonly Operation[]): ((principal: Principal) => readonly string[]) => {
    const known = operationNames.get(operations);
    if (known) return known;
    const names = byRights((principal) => namesOf(operations.filter((one) => decide(principal, one) !== 'deny')));
    operationNames.set(operations, names);
    return names;
  };
  return {
    toolNames: byRights((principal) => namesOf([...tools.values()].filter((tool) => isOffered(principal, tool)))),
    allToolNames: () =>
      namesOf([...tools.values()].filter((tool) => trustLevels.some((trust) => isOffered({ id: '', trust }, tool)))),
    operationNames: (principal, operations) => namesAmong(operations)(principal),
    reaches: (principal, operation) =>
      principal.tools === undefined ||
      [...tools.values()].some((tool) => isNamed(principal, tool) && tool.operations.includes(operation)),
  };
};

/** Frozen, so that the search for near names can keep its index. */
const namesOf = (named: readonly { readonly name: string }[]): readonly string[] =>
  Object.freeze(named.map(({ name }) => name));

/** Whether the key or the scopes of a principal allow a tool by its name. */
export const isNamed = ({ tools }: Principal, { name }: Pick<Tool, 'name'>): boolean =>
  tools === undefined || tools.includes(name);

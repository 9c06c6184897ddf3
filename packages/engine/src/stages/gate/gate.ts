import { fail } from '@recourse/contract';
import type { CoreCode, Failure } from '@recourse/contract';
import type { Ask, Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { dangerLevels, lowerTrust, trustLevels } from '../../levels.ts';
import type { Danger, Trust } from '../../levels.ts';
import type { PolicySettings } from '../../settings/settings.ts';
import type { Operation } from '../../tool/operation.ts';
import { defineStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { matrix } from './matrix.ts';
import type { GateDecision } from './matrix.ts';

const gateCodes = [
  'PERMISSION_DENIED',
  'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
  'PERMISSION_DANGER_LEVEL_DENIED',
] as const satisfies readonly CoreCode[];

/** Lets a call pass, refuses it, or marks it as one to ask about: by trust, danger, and what the operator says. */
export const gate = (policy: PolicySettings = {}): Stage =>
  defineStage('gate', gateCodes, (call, next) => {
    const operation = operationOf(call);
    const forbidden = operation.permit?.(call.arguments);
    if (forbidden !== undefined) return notPermitted(call, forbidden);
    const trust = lowerTrust(operation.trust, call.principal.trust);
    const danger = dangerOf(policy, operation);
    const decision = decide(policy, operation, danger, trust);
    if (decision === 'allow') return next(call);
    if (decision === 'deny') return denied(call, operation, danger, trust, policy);
    return next(changeCall(call, { asks: [...call.asks, askAbout(operation, danger)] }));
  });

/** The operator may call an operation more dangerous than its author does, never less. */
export const dangerOf = (policy: PolicySettings, operation: Operation): Danger => {
  const raised = policy.tools?.[operation.name]?.danger;
  if (!raised) return operation.danger;
  return dangerLevels.indexOf(raised) > dangerLevels.indexOf(operation.danger) ? raised : operation.danger;
};

/** The operator's decision about a single operation takes precedence. */
const decide = (policy: PolicySettings, operation: Operation, danger: Danger, trust: Trust): GateDecision => {
  const named = policy.tools?.[operation.name]?.decision;
  if (named) return named;
  if (isBelow(trust, policy.minimumTrust?.[danger])) return 'deny';
  const builtIn = isEnabled(operation, danger, trust) ? 'allow' : matrix[danger][trust];
  const decision = policy.matrix?.[danger]?.[trust] ?? builtIn;
  return decision === 'allow' && operation.confirmation.always ? 'confirm' : decision;
};

/** An operator who has enabled the tool itself need not allow its danger as well, unless it was raised since. */
const isEnabled = ({ enabledFor, danger: declared }: Operation, danger: Danger, trust: Trust): boolean =>
  enabledFor !== undefined && danger === declared && !isBelow(trust, enabledFor);

const isBelow = (trust: Trust, minimum: Trust | undefined): boolean =>
  minimum !== undefined && trustLevels.indexOf(trust) < trustLevels.indexOf(minimum);

/** Decides about calls of an operation with the lower trust of its caller and its code, whatever the arguments are. */
export const decisionFor = (policy: PolicySettings, operation: Operation, trust: Trust): GateDecision =>
  decide(policy, operation, dangerOf(policy, operation), trust);

/** Whether some caller of the operation is asked for a confirmation. */
export const mayConfirm = (policy: PolicySettings, operation: Operation): boolean =>
  trustLevels.some((trust) => decisionFor(policy, operation, lowerTrust(trust, operation.trust)) === 'confirm');

const askAbout = (operation: Operation, danger: Danger): Ask => ({
  kind: 'danger',
  reasons: operation.confirmation.reasons ?? [
    operation.confirmation.always ? 'The operation requires a confirmation every time' : `The operation is ${danger}`,
  ],
});

/** No trust and no confirmation changes what the operator does not allow at all. */
const notPermitted = (call: Call, reason: string): Failure =>
  fail(
    'PERMISSION_DENIED',
    { reason },
    {
      correlation_id: call.correlation_id,
      hint: 'Ask the operator of the server to allow it; changing the arguments or confirming the call does not help.',
    },
  );

const denied = (call: Call, operation: Operation, danger: Danger, trust: Trust, policy: PolicySettings): Failure => {
  const options = { correlation_id: call.correlation_id };
  // The lower of two trusts decides: name the caller if it is theirs.
  const byCaller = trust !== operation.trust ? { caller_trust: trust } : {};
  const minimum = minimumTrust(policy, operation, danger);
  // With no trust at all, and below what the operator demands, the danger is beside the point.
  if (minimum && (trust === 'untested' || isBelow(trust, policy.minimumTrust?.[danger]))) {
    return fail(
      'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
      {
        operation: operation.name,
        required_trust: minimum,
        actual_trust: trust,
        ...byCaller,
        danger_level: dangerLevels.indexOf(danger),
      },
      options,
    );
  }
  return fail(
    'PERMISSION_DANGER_LEVEL_DENIED',
    {
      operation: operation.name,
      danger_level: danger,
      adapter_trust: operation.trust,
      ...byCaller,
      minimum_trust_required: minimum ?? 'none (denied at every trust level)',
      ...(operation.confirmation.reasons && { reasons: [...operation.confirmation.reasons] }),
    },
    options,
  );
};

/** The least trust with which the operation would not be denied. */
const minimumTrust = (policy: PolicySettings, operation: Operation, danger: Danger): Trust | undefined =>
  trustLevels.find((trust) => decide(policy, operation, danger, trust) !== 'deny');

import type { Failure, NextAction } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../dialect.ts';
import { extensionKey, renderExtension, renderWarning } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { withMeta } from '../with-meta.ts';
import { spreadValue } from '../spread-value.ts';
import { ownCode } from './nearest.ts';

export const reserved: ReadonlySet<string> = new Set(['ok', 'code', 'warnings', '_meta', 'recourse']);

/** `next_actions` has its strings here, and whole in the extension, because a string cannot contain the reason. */
const said: ReadonlySet<ExtensionField> = new Set(['message', 'hint', 'similar', 'details', 'retryable', 'http']);

/** Stagewright's two shapes, told apart by `ok`. */
export const render = (outcome: Outcome, facts: CallFacts = {}): JsonObject =>
  outcome.ok ? renderSuccess(outcome, facts) : renderFailure(outcome, facts);

const renderFailure = (failure: Failure, facts: CallFacts): JsonObject => {
  const own = ownCode(failure);
  const envelope: Record<string, Json | undefined> = {
    ok: false,
    error: failure.message,
    code: own.code,
    hint: failure.hint,
    ...(failure.next_actions && { next_actions: failure.next_actions.map(renderNextAction) }),
    ...(failure.similar && { similar_refs: failure.similar as unknown as Json }),
    ...(failure.details && { details: failure.details }),
    retryable: failure.retryable,
    // The contract requires a status for every failure; the extension keeps the original one.
    http: failure.http ?? 500,
    [extensionKey]: { ...renderExtension(failure, own, said), ...(failure.http === null && { http: null }) },
  };
  return withMeta(envelope, facts);
};

const renderSuccess = (success: Success, facts: CallFacts): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  const envelope: Record<string, Json | undefined> = {
    ok: true,
    ...fields,
    ...(success.warnings.length > 0 && { warnings: success.warnings.map(renderWarning) }),
  };
  return withMeta(envelope, facts, wrapped ? { wrapped } : {});
};

/** `tool {json}`: a call that can be read back. */
const renderNextAction = (action: NextAction): string => `${action.tool} ${JSON.stringify(action.arguments)}`;

import type { Failure } from '../../failures/failure.ts';
import type { Outcome } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import { extensionKey, renderExtension, renderWarning } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { ownCode } from './nearest.ts';

const said: ReadonlySet<ExtensionField> = new Set(['message', 'details']);

/** `success` with `data` and `warnings`, or `success: false` with an `error` of code, message and details. */
export const render = (outcome: Outcome): JsonObject =>
  outcome.ok
    ? {
        success: true,
        data: outcome.value,
        ...(outcome.warnings.length > 0 && { warnings: outcome.warnings.map(renderWarning) }),
      }
    : renderFailure(outcome);

const renderFailure = (failure: Failure): JsonObject => {
  const own = ownCode(failure);
  return {
    success: false,
    error: {
      code: own.code,
      message: failure.message,
      details: { ...failure.details, [extensionKey]: renderExtension(failure, own, said) },
    },
    ...renderConfirmation(failure.details),
  };
};

/** MCP-AQL's clients look for a token in either of two places, so it stands in both. */
const renderConfirmation = (details: JsonObject | undefined): JsonObject => {
  const token = details?.['confirmation_token'];
  const expiresAt = details?.['expires_at'];
  if (typeof token !== 'string' || typeof expiresAt !== 'string') return {};
  const message: Json | undefined = details?.['confirmation_message'];
  const reasons: Json | undefined = details?.['reasons'];
  return {
    confirmation: {
      token,
      expires_at: expiresAt,
      ...(message !== undefined && { message }),
      ...(reasons !== undefined && { reasons }),
    },
  };
};

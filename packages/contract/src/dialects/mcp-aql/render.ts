import { renderTemplate } from '../../codes/template.ts';
import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import { coreRegistry } from '../../failures/registry.ts';
import type { Json, JsonObject } from '../../json.ts';
import { extensionKey, renderExtension, renderWarning } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { renderBatch } from './batch-form.ts';
import { ownCode } from './nearest.ts';

const said: ReadonlySet<ExtensionField> = new Set(['message', 'details']);
const saidExceptMessage: ReadonlySet<ExtensionField> = new Set(['details']);

/** `success` with `data` and `warnings`, or `success: false` with an `error` of code, message and details. */
export const render = (outcome: Outcome): JsonObject => (outcome.ok ? renderSuccess(outcome) : renderFailure(outcome));

const renderSuccess = (success: Success): JsonObject => ({
  success: true,
  ...(renderBatch(success) ?? { data: success.value }),
  ...(success.warnings.length > 0 && { warnings: success.warnings.map(renderWarning) }),
});

const renderFailure = (failure: Failure): JsonObject => {
  const own = ownCode(failure);
  const isInternal = own.code === 'INTERNAL_ERROR' && hasUpstreamMessage(failure);
  return {
    success: false,
    error: {
      code: own.code,
      message: isInternal ? internalMessage(failure) : failure.message,
      details: {
        ...failure.details,
        [extensionKey]: renderExtension(failure, own, isInternal ? saidExceptMessage : said),
      },
    },
    ...renderConfirmation(failure.details),
  };
};

/** True if the API failed and the message is the default one of its code. */
const hasUpstreamMessage = ({ category, namespace, code, message, details }: Failure): boolean => {
  const definition = category === 'upstream' ? coreRegistry.find(code, namespace) : undefined;
  return definition !== undefined && message === renderTemplate(definition.message, details);
};

/** MCP-AQL has one code for a failing API, and one sentence for that code. */
const internalMessage = ({ details, message }: Failure): string => {
  const said = details?.['upstream_error'];
  return `Internal error: '${typeof said === 'string' ? said : message}'`;
};

/** MCP-AQL's clients look for a token in one of two places, so it is in both. */
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

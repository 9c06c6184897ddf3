import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import type { Operation, Resolve, Tool } from './operation.ts';

/** The tool that runs a held call. */
export const confirmToolName = 'recourse_confirm';

/**
 * Runs a call that waits for a confirmation, unchanged: with its arguments, for its caller, with its key. It is a
 * router, so that everything that applies to the held call applies to this one.
 */
export const createConfirmTool = (tokens: Tokens, operations: ReadonlyMap<string, Operation>): Tool => ({
  name: confirmToolName,
  description:
    'Runs a call that was answered with CONFIRMATION_REQUIRED or RATE_LIMIT_QUOTA_PAUSE, once the user has agreed. Never call this without asking the user.',
  input: {
    type: 'object',
    properties: {
      confirmation_token: { type: 'string', minLength: 1, maxLength: 256, description: 'The token from that answer.' },
    },
    required: ['confirmation_token'],
    additionalProperties: false,
  },
  // It returns the answer of the held call.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  errors: new Set(['TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_ALREADY_USED', 'TOKEN_SCOPE_MISMATCH']),
  codeSets: [],
  operations: [],
  target: { resolve: resolveHeld(tokens, operations) },
});

const resolveHeld =
  (tokens: Tokens, operations: ReadonlyMap<string, Operation>): Resolve =>
  async (args, call) => {
    // A held call that had to ask its client continues under another token, which its front door has kept.
    const token = call.meta.confirmation_token ?? args['confirmation_token'];
    const options = { correlation_id: call.correlation_id };
    if (typeof token !== 'string' || token === '') {
      return fail(
        'VALIDATION_MISSING_PARAM',
        { param_name: 'confirmation_token', operation: confirmToolName },
        options,
      );
    }
    const held = await tokens.held(token);
    if (!held) return refuseUnheld(call, token, tokens);
    const operation = operations.get(held.operation);
    // A token is private to its owner: for another caller, it does not exist.
    if (!operation || held.principal.id !== call.principal.id) return fail('TOKEN_INVALID', { token }, options);
    return {
      operation,
      arguments: held.arguments,
      principal: call.principal,
      confirmation_token: token,
      ...(held.idempotency_key !== undefined && { idempotency_key: held.idempotency_key }),
    };
  };

/** Refuses a token without a held call: it is unknown, or too old. */
const refuseUnheld = async (call: Call, token: string, tokens: Tokens): Promise<Failure> => {
  const expiresAt = await tokens.expiryOf(token);
  const options = { correlation_id: call.correlation_id };
  return expiresAt !== undefined && expiresAt <= call.started_at
    ? fail(
        'TOKEN_EXPIRED',
        { token, expired_at: timestamp(expiresAt), current_time: timestamp(call.started_at) },
        options,
      )
    : fail('TOKEN_INVALID', { token }, options);
};

const timestamp = (ms: number): string => new Date(ms).toISOString();

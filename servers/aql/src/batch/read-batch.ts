import { fail, isFailure } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Routed } from '@recourse/engine';
import type { Call } from '@recourse/engine/front-door';
import { batchNameOf } from '../endpoints/endpoint.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { localeIn, readToken } from '../requests/request.ts';

/** Reads a request for several operations. It has nothing beside them but what is about the request, and no batch. */
export const readBatch = (
  args: JsonObject,
  { tool }: Endpoint,
  { correlation_id, meta }: Pick<Call, 'correlation_id' | 'meta'>,
): Routed | Failure => {
  const items = args['operations'] as readonly JsonObject[];
  const unknown = Object.keys(args).filter((key) => key !== 'operations' && !key.startsWith('_'));
  if (unknown.length > 0) {
    return fail(
      'VALIDATION_UNKNOWN_PARAM',
      { operation: tool, unknown_params: unknown, valid_params: ['operations'] },
      { correlation_id, hint: "Remove the members next to 'operations', or move them into the items." },
    );
  }
  if (items.some((item) => Object.hasOwn(item, 'operations'))) {
    return fail(
      'VALIDATION_UNKNOWN_FIELD',
      { operation: tool, unknown_fields: ['operations'], valid_fields: ['operation', 'params'] },
      { correlation_id, hint: 'List the operations directly; batches cannot be nested.' },
    );
  }
  const read = readToken(args, new Set(), correlation_id);
  if (isFailure(read)) return read;
  const token = meta.confirmation_token ?? read.token;
  const { _on_error: onError = 'continue' } = args;
  const locale = localeIn(args);
  return {
    operation: batchNameOf(tool),
    arguments: { operations: items, on_error: onError, ...(locale !== undefined && { locale }) },
    ...(token !== undefined && { confirmation_token: token }),
  };
};

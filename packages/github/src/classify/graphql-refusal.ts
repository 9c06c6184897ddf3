import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { readSaid } from '@recourse/upstream';
import type { UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import { isSpent, limitFailure } from './limits.ts';

/** The failure of a GraphQL answer with errors: it has status 200, and the first error's type says what it means. */
export const graphqlRefusal = (
  answer: UpstreamAnswer,
  { resource }: UpstreamRequest,
  now: number,
): Failure | undefined => {
  const errors: unknown = isJsonObject(answer.body) ? answer.body['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (!isJsonObject(first)) return undefined;
  const told = { ...answer, body: { message: first['message'], errors } };
  const said = readSaid(told);
  const { type } = first;
  switch (type) {
    case 'NOT_FOUND':
      return fail('NOT_FOUND_RESOURCE', {
        ...(resource?.type && { resource_type: resource.type }),
        ...(resource?.id && { resource_id: resource.id }),
        ...said,
        may_be_hidden: true,
      });
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPES':
      return fail('PERMISSION_DENIED', { ...(said.upstream_error && { reason: said.upstream_error }), ...said });
    case 'RATE_LIMITED':
      return isSpent(answer)
        ? limitFailure(told, now)
        : fail('RATE_LIMIT_EXCEEDED', { limit_name: 'graphql', ...said });
    default:
      return fail('VALIDATION_UPSTREAM_REJECTED', said);
  }
};

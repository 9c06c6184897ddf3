import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { classifyAnswer, readSaid, writes } from '@recourse/upstream';
import type { UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import { isLimit, limitFailure } from './limits.ts';
import { permissionFailure } from './permission.ts';

/**
 * Classifies a refusal of GitHub by status, headers, `documentation_url` and the codes in `errors`, never by its
 * sentences, which differ between endpoints and contain text from callers.
 */
export const classifyRefusal = (answer: UpstreamAnswer, request: UpstreamRequest, now: number): Failure => {
  const failure = classify(answer, request, now);
  // Nothing is in the way of a read: whatever GitHub says about it, it refused the values.
  return failure.category === 'conflict' && !writes(request)
    ? fail('VALIDATION_UPSTREAM_REJECTED', { ...readSaid(answer) })
    : failure;
};

const classify = (answer: UpstreamAnswer, request: UpstreamRequest, now: number): Failure => {
  if (isLimit(answer)) return limitFailure(answer, now);
  switch (answer.status) {
    case 401:
    case 403:
      return permissionFailure(answer);
    case 404:
      return missing(answer, request, true);
    case 409:
      // A read meets it where a repository is empty: what was asked for does not exist yet.
      return writes(request) ? changed(answer, request) : missing(answer, request, false);
    case 422:
      return hasCode(answer, 'already_exists') ? existing(answer, request) : classifyAnswer(answer, request, now);
    default:
      return classifyAnswer(answer, request, now);
  }
};

const missing = (answer: UpstreamAnswer, { resource }: UpstreamRequest, hidden: boolean): Failure =>
  fail(
    'NOT_FOUND_RESOURCE',
    {
      ...(resource?.type && { resource_type: resource.type }),
      ...(resource?.id && { resource_id: resource.id }),
      ...readSaid(answer),
      may_be_hidden: hidden,
    },
    hidden
      ? {
          hint: 'Look the name up with a search or list call, or ask for access: the token may lack it.',
        }
      : {},
  );

const changed = (answer: UpstreamAnswer, { resource }: UpstreamRequest): Failure =>
  fail('CONFLICT_VERSION_MISMATCH', { ...(resource?.id && { resource_id: resource.id }), ...readSaid(answer) });

const existing = (answer: UpstreamAnswer, { resource }: UpstreamRequest): Failure =>
  fail('CONFLICT_ALREADY_EXISTS', {
    ...(resource?.type && { resource_type: resource.type }),
    ...(resource?.id && { resource_id: resource.id }),
    ...readSaid(answer),
  });

const hasCode = ({ body }: UpstreamAnswer, code: string): boolean => {
  const errors: unknown = isJsonObject(body) ? body['errors'] : undefined;
  return Array.isArray(errors) && errors.some((error) => isJsonObject(error) && error['code'] === code);
};

import { changeFailure, coreRegistry } from '@recourse/contract';
import type { Category, Failure, FailureOptions, JsonObject } from '@recourse/contract';
import { failWithKnown } from '@recourse/upstream';
import type { Hide, LooseFail, Told, UpstreamRequest } from '@recourse/upstream';
import type { ConditionScope } from '../conditions/condition.ts';
import { valuesInResponse } from './placeholders.ts';
import { namedBy, renderMessage } from './render-message.ts';

/** The facts about an answer, which do not depend on its code. */
export interface Known {
  readonly told: Told;
  /** The failure according to our own table: another code changes neither its effect nor the time to wait. */
  readonly corrected: Failure;
  readonly request: UpstreamRequest;
  readonly params: JsonObject;
  /** Read by templates. */
  readonly scope: ConditionScope;
  readonly hide: Hide;
}

/** Fails with a code that the table did not choose. Undefined if an upstream cannot answer with that code. */
export const failAs = (
  fail: LooseFail,
  code: string,
  template: string | undefined,
  known: Known,
): Failure | undefined => {
  const { told, corrected, params, scope, hide } = known;
  const { retry_after_ms } = corrected;
  const said = template === undefined ? {} : valuesInResponse(template, scope, hide);
  const values = { ...said, ...params, ...told.limits, ...factsOf(known), ...reasonOf(told) };
  const words = {
    ...(retry_after_ms !== undefined && { retry_after_ms }),
    ...(template !== undefined && { message: renderMessage(template, values, hide) }),
  };
  const make = (limits: JsonObject, doubt: FailureOptions) =>
    failWithKnown(fail, code, detailsFor(code, template ?? '', { ...known, limits, said }), { ...doubt, ...words });
  const doubt = { ...told.options, effect: corrected.effect };
  const made = make({}, doubt);
  const settled = isSuccess(told) && made !== undefined && refusals.has(made.category);
  // Only then is it about a limit, and its headers are more than a remark.
  if (made?.category === 'rate_limit') {
    return withWait(make(told.limits, settled ? { effect: 'none' } : doubt) ?? made, told.limits);
  }
  return settled ? make({}, { effect: 'none' }) : made;
};

/** Kinds of failures in which nothing was done, whatever status they came with. */
const refusals: ReadonlySet<string> = new Set<Category>([
  'validation',
  'not_found',
  'permission',
  'conflict',
  'rate_limit',
  'token',
]);

const isSuccess = ({ said: { http_status: status = 0 } }: Told): boolean => status >= 200 && status < 300;

/** The most first. A code takes what it declares; where one of its fields means something else, less is tried. */
const detailsFor = (
  code: string,
  template: string,
  known: Known & { readonly limits: JsonObject; readonly said: JsonObject },
): readonly JsonObject[] => {
  const { told, params, limits, said, hide } = known;
  if (code === told.code) return [told.details];
  const facts = { ...limits, ...factsOf(known) };
  const named = namedBy(template, { ...said, ...params, ...reasonOf(told) }, hide);
  // A code of the core may have a reason of its own accord.
  const reason = coreRegistry.find(code, null) ? reasonOf(told) : {};
  return [{ ...named, ...reason, ...facts }, { ...reason, ...facts }, facts];
};

const factsOf = ({ told, request: { resource } }: Known): JsonObject => ({
  ...(resource?.type && { resource_type: resource.type }),
  ...(resource?.id && { resource_id: resource.id }),
  ...told.said,
});

/** The contract's `{reason}` is what the upstream said. */
const reasonOf = ({ said }: Told): JsonObject => (said.upstream_error ? { reason: said.upstream_error } : {});

/** A limit says when to come back, even if its code has no field for it. */
const withWait = (failure: Failure, { retry_after_seconds: seconds }: JsonObject): Failure =>
  failure.retry_after_ms === undefined && typeof seconds === 'number'
    ? changeFailure(failure, { retry_after_ms: seconds * 1000 })
    : failure;

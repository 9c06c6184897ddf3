import { changeFailure, coreRegistry, fail as failCore, renderTemplate } from '@recourse/contract';
import type { CodeDefinition, Failure, FailureOptions, JsonObject } from '@recourse/contract';

/** `fail` of any registry, for codes that come from a file. */
export type LooseFail = (code: string, details?: JsonObject, options?: FailureOptions) => Failure;

/**
 * Fails with a code and the first details that fit it. If the code requires more details than the upstream gave, the
 * missing ones are left out, not invented. Returns undefined if the code cannot be used at all.
 */
export const failWithKnown = (
  fail: LooseFail,
  code: string,
  known: readonly JsonObject[],
  options: FailureOptions,
): Failure | undefined => {
  for (const details of known) {
    const failure = fail(code, details, options);
    if (failure.code === code && failure.cause_class === undefined) return failure;
  }
  const definition = coreRegistry.find(code, null);
  return definition && isUnderstandable(definition) ? failBarely(definition, known.at(-1) ?? {}, options) : undefined;
};

/** Without their details, codes about tokens, quotas and confirmations would send callers astray. */
const isUnderstandable = ({ kind, category, retryable }: CodeDefinition): boolean =>
  kind === 'error' && !retryable && (category === 'validation' || category === 'not_found');

const failBarely = (definition: CodeDefinition, details: JsonObject, options: FailureOptions): Failure => {
  const refused = failCore('VALIDATION_UPSTREAM_REJECTED', details, options);
  const fitting = definition.details().partial().safeParse(details);
  const { code, namespace, category, http, retryable, recovery } = definition;
  return changeFailure(refused, {
    code,
    namespace,
    category,
    http,
    retryable,
    recovery,
    summary: renderTemplate(definition.summary, details),
    details: { ...refused.details, ...(fitting.success ? fitting.data : {}) },
  });
};

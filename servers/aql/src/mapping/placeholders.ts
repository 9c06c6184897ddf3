import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { boundJson, cleanText } from '@recourse/upstream';
import type { Hide } from '@recourse/upstream';
import type { ConditionScope } from '../conditions/condition.ts';
import { parseReference } from '../conditions/parse-reference.ts';

const name = /^[A-Za-z_][\w-]*$/;

/** The placeholders of a template, each once, as they are written. */
export const placeholdersOf = (template: string): readonly string[] => [
  ...new Set(Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, written = '']) => written)),
];

/**
 * Says why a placeholder can never have a value. A name alone is a parameter, a detail of the failure or a member of
 * the response's body; a path is read as in a condition.
 */
export const placeholderProblem = (written: string, params: ReadonlySet<string>): string | undefined => {
  if (name.test(written)) return undefined;
  const reference = parseReference(written);
  if ('problem' in reference) return reference.problem;
  if (reference.param === undefined || params.has(reference.param)) return undefined;
  return `no operation has a parameter '${reference.param}'`;
};

/** Reads the values of a template's placeholders from the response, bounded and without secrets. */
export const valuesInResponse = (template: string, scope: ConditionScope, hide: Hide): JsonObject => {
  const clean = (text: string, longest?: number) => hide(cleanText(hide(text), longest));
  return Object.fromEntries(
    placeholdersOf(template).flatMap((written) => {
      const value = valueOf(written, scope);
      return value === undefined || value === null ? [] : [[written, boundJson(value, clean)] as const];
    }),
  );
};

const valueOf = (written: string, scope: ConditionScope): unknown => {
  if (name.test(written)) {
    const { body } = scope.response;
    return isJsonObject(body) && Object.hasOwn(body, written) ? body[written] : undefined;
  }
  const reference = parseReference(written);
  return 'problem' in reference ? undefined : reference.read(scope);
};

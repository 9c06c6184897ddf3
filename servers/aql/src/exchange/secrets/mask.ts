import { changeFailure, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';

const hidden = '***';

/** Takes secrets out of all output: strings and names of members, at any depth. */
export interface Mask {
  text(text: string): string;
  json(value: Json): Json;
  failure(failure: Failure): Failure;
  /** Whether a JSON string may hold a secret. Escapes can hide one; then only the values can tell. */
  mayStandIn(source: string): boolean;
}

/** A mask for these secrets, in the forms in which they are sent and may come back. */
export const createMask = (secrets: readonly string[]): Mask => {
  const forms = [
    ...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\uFFFD'))])),
  ]
    .filter((form) => form !== '')
    // A secret may be part of another one.
    .sort((one, other) => other.length - one.length);
  const text = (given: string): string => forms.reduce((result, form) => result.replaceAll(form, hidden), given);
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map(json);
    return isJsonObject(value) ? members(value) : value;
  };
  const members = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([key, member]) => [text(key), member === undefined ? member : json(member)]),
    );
  return {
    text,
    json,
    failure: (failure) =>
      forms.length === 0
        ? failure
        : changeFailure(failure, {
            message: text(failure.message),
            hint: text(failure.hint),
            summary: text(failure.summary),
            ...(failure.details && { details: members(failure.details) }),
          }),
    mayStandIn: (source) => forms.length > 0 && (source.includes('\\') || forms.some((form) => source.includes(form))),
  };
};

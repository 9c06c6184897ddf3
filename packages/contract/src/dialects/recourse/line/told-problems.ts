import { isJsonObject } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';

/**
 * The problems of a call as far as they help. If all of them can be corrected, what the correction needs; else their
 * messages. A single problem that cannot be corrected is what the sentence says, and missing parameters are all named
 * there.
 */
export const toldProblems = (problems: Json | undefined): JsonObject => {
  if (!Array.isArray(problems) || !problems.every(isJsonObject)) return {};
  const listed: readonly JsonObject[] = problems;
  if (listed.every(({ keyword }) => keyword === 'required')) return {};
  const corrections = listed.map(correctionIn);
  if (corrections.every((correction) => correction !== undefined)) return { problems: corrections };
  return listed.length === 1 ? {} : { problems: listed.map(({ path, message }) => ({ path, message })) };
};

/** The fields of a problem that a correction needs; undefined if nothing is sure to correct it. */
const correctionIn = ({ path, keyword, suggestion, expected, params }: JsonObject): JsonObject | undefined => {
  switch (keyword) {
    case 'type':
      return suggestion === undefined ? undefined : { path, keyword, suggestion };
    case 'enum':
      return suggestion === undefined ? undefined : { path, keyword, expected, suggestion };
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'required':
      return { path, keyword, params, ...(suggestion !== undefined && { suggestion }) };
    default:
      return undefined;
  }
};

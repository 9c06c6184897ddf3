import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';

/** True for JSON with the shape of a subject. */
export const isSubject = (value: Json): boolean =>
  isJsonObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string';

/** True for JSON with the shape of a list of next actions. */
export const areNextActions = (value: Json): boolean => Array.isArray(value) && value.every(isNextAction);

/** True for JSON with the shape of a list of similar things. */
export const areSimilar = (value: Json): boolean => Array.isArray(value) && value.every(isSimilar);

/** True for JSON with the shape of a list of warnings. */
export const areWarnings = (value: Json): boolean => Array.isArray(value) && value.every(isWarning);

const isNextAction = (item: Json): boolean =>
  isJsonObject(item) &&
  typeof item['tool'] === 'string' &&
  isJsonObject(item['arguments']) &&
  typeof item['why'] === 'string';

const isSimilar = (item: Json): boolean =>
  isJsonObject(item) && (typeof item['ref'] === 'string' || typeof item['ref'] === 'number');

const isWarning = (item: Json): boolean =>
  isJsonObject(item) &&
  (typeof item['namespace'] === 'string' || item['namespace'] === null) &&
  typeof item['code'] === 'string' &&
  typeof item['message'] === 'string' &&
  (item['details'] === undefined || isJsonObject(item['details']));

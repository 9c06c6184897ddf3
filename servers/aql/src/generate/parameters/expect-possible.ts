import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { LeftOut } from '../report/left-out.ts';

/** Throws LeftOut if a schema requires a member that it does not allow, so that no value can fit it. */
export const expectPossible = ({ properties, required, additionalProperties, patternProperties }: JsonObject): void => {
  if (additionalProperties !== false || patternProperties !== undefined || !Array.isArray(required)) return;
  const declared = isJsonObject(properties) ? properties : {};
  const missing = required.find((name) => typeof name === 'string' && !Object.hasOwn(declared, name));
  if (missing !== undefined) {
    throw new LeftOut('impossible', `'${String(missing)}' is required but not allowed`);
  }
};

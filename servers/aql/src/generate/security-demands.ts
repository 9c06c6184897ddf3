import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from './document/references.ts';

/** The parts of an operation that say how it is signed. */
interface Signed {
  readonly operation: JsonObject;
  readonly shared: JsonObject;
}

/**
 * Finds the security requirements of an operation: its own, or those of the document. Some documents also list keys as
 * parameters: an operation requires the keys among its required parameters, and with no requirements stated, all of
 * them.
 */
export const createDemandOf = (document: JsonObject, follow: Follow): ((signed: Signed) => Json | undefined) => {
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const declared = isJsonObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const keys = Object.entries(declared)
    .map(([key, scheme]) => ({ key, place: follow(scheme) }))
    .filter(({ place }) => place['type'] === 'apiKey');
  return ({ operation, shared }) => {
    const stated = operation['security'] ?? document['security'];
    const parameters = [...listOf(operation['parameters']), ...listOf(shared['parameters'])].map((each) =>
      follow(each),
    );
    const isUsed = ({ name, in: place }: JsonObject): boolean =>
      parameters.some(
        (each) => each['name'] === name && each['in'] === place && (stated === undefined || each['required'] === true),
      );
    const used = Object.fromEntries(keys.filter(({ place }) => isUsed(place)).map(({ key }) => [key, []]));
    if (Object.keys(used).length === 0) return stated;
    if (!Array.isArray(stated) || stated.length === 0) return [used];
    return (stated as readonly Json[]).map((each) => (isJsonObject(each) ? { ...each, ...used } : each));
  };
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { toPointer } from './configuration-tree.ts';
import type { Steps } from './configuration-tree.ts';
import { describeConfigurationFile } from './render-configuration-schema.ts';

let described: JsonObject | undefined;
const wholeSchema = (): JsonObject => (described ??= describeConfigurationFile());

/** The keys that an object in the file may have. */
export const keysAt = (steps: Steps): readonly string[] => {
  let schema: Json | undefined = wholeSchema();
  for (const step of steps) schema = isJsonObject(schema) ? below(schema, step) : undefined;
  return Object.keys(propertiesOf(schema));
};

const below = (schema: JsonObject, step: string | number): Json | undefined =>
  typeof step === 'number' ? schema['items'] : (propertiesOf(schema)[step] ?? schema['additionalProperties']);

const propertiesOf = (schema: Json | undefined): JsonObject => {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) ? properties : {};
};

/** Where a key belongs that was written at the wrong level: `/limits` for `depth`. */
export const placesOf = (key: string): readonly string[] => {
  const places: string[] = [];
  const search = (schema: Json | undefined, steps: Steps): void => {
    const properties = propertiesOf(schema);
    if (Object.hasOwn(properties, key) && steps.length > 0) places.push(toPointer(steps));
    for (const [name, inner] of Object.entries(properties)) search(inner, [...steps, name]);
  };
  search(wholeSchema(), []);
  return places;
};

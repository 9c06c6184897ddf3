import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';

/** Shorter values occur in too many words to be masked in text. */
const shortest = 3;

/** The values of the arguments that the file calls sensitive, which no answer may repeat. */
export const sensitiveValues = ({ parameters, input = [] }: AdapterOperation, given: JsonObject): readonly string[] => {
  const { input: members } = given;
  return [...valuesIn(parameters, given), ...(isJsonObject(members) ? valuesIn(input, members) : [])];
};

const valuesIn = (parameters: readonly Parameter[], given: JsonObject): readonly string[] =>
  parameters
    .filter(({ sensitive }) => sensitive)
    .flatMap(({ name }) => textsIn(given[name]))
    .filter((text) => text.length >= shortest);

const textsIn = (value: Json | undefined): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

import type { Json, JsonObject } from '@recourse/contract';

/** A place in the arguments of a call as messages name it: `run`, `testArgs[2]`. */
interface Place {
  readonly name: string;
  readonly index: number | undefined;
}

const parsePlace = (field: string): Place => {
  const [, name = field, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(field.replaceAll("'", '')) ?? [];
  return { name, index: index === undefined ? undefined : Number(index) };
};

const itemsOf = (input: JsonObject, name: string): readonly Json[] => {
  const value = input[name];
  return Array.isArray(value) ? value : [];
};

export const getArgument = (input: JsonObject, field: string): Json | undefined => {
  const { name, index } = parsePlace(field);
  return index === undefined ? input[name] : itemsOf(input, name)[index];
};

export const setArgument = (input: JsonObject, field: string, value: Json): JsonObject => {
  const { name, index } = parsePlace(field);
  if (index === undefined) return { ...input, [name]: value };
  return { ...input, [name]: itemsOf(input, name).map((item, at) => (at === index ? value : item)) };
};

/** Without the argument, or without the element of a list. */
export const removeArgument = (input: JsonObject, field: string): JsonObject => {
  const { name, index } = parsePlace(field);
  if (index !== undefined) return { ...input, [name]: itemsOf(input, name).filter((_, at) => at !== index) };
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
};

/** Changes a string. In an argument of a runner, only the value of the flag changes. */
export const changeText = (input: JsonObject, field: string, change: (text: string) => string): JsonObject => {
  const text = String(getArgument(input, field) ?? '');
  const isWord = parsePlace(field).index !== undefined;
  const [, flag = '', value = text] = (isWord && /^(--?[\w.-]+[= ])(.*)$/s.exec(text)) || [];
  return setArgument(input, field, `${flag}${change(value)}`);
};

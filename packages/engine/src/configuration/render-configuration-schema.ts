import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { z } from 'zod';
import { configurationSchema } from './configuration-schema.ts';

/** The JSON Schema of the operator's file, as it is published for editors. */
export const describeConfigurationFile = (): JsonObject => {
  const { $schema, ...schema } = z.toJSONSchema(configurationSchema, { target: 'draft-2020-12', io: 'input' });
  const title = 'recourse.config.json';
  const description = 'The operator’s configuration of Recourse servers, read from the working directory.';
  const plain: unknown = JSON.parse(JSON.stringify({ $schema, title, description, ...schema }));
  return isJsonObject(plain) ? plain : {};
};

/** The published file's text, laid out as the repository's formatter would. */
export const renderConfigurationSchema = (): string => `${layOut(describeConfigurationFile(), '', 0)}\n`;

const widest = 120;

/** Lists are written on one line if they fit; `before` is the width that is already used on that line. */
const layOut = (value: Json, indent: string, before: number): string => {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const fits = indent.length + before + line.length < widest && !value.some((item) => isJsonObject(item));
    return fits ? line : `[\n${value.map((item) => inner + layOut(item, inner, 0)).join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `;
    return `${inner}${name}${layOut(item ?? null, inner, name.length)}`;
  });
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
};

import { definePluginCodes } from '@recourse/contract';
import type { CodeSet } from '@recourse/contract';
import type { DetailField, PluginManifest } from '@recourse/stage-plugin/wire';
import { z } from 'zod';

const longestText = 10_000;

const types: Readonly<Record<DetailField['type'], () => z.ZodType>> = {
  string: () => z.string().max(longestText),
  number: () => z.number(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  array: () => z.array(z.json()).max(1000),
  object: () => z.json(),
};

/** The codes of a plugin from its manifest. Throws TypeError for rows that the contract rejects. */
export const pluginCodes = ({ name, codes }: PluginManifest): CodeSet => {
  const rows = Object.entries(codes).map(([code, { details, ...row }]) => [
    code,
    { ...row, kind: 'error', details: z.object(Object.fromEntries(Object.entries(details).map(fieldOf))) },
  ]);
  return definePluginCodes(name, Object.fromEntries(rows) as never);
};

const fieldOf = ([key, { type, optional }]: [string, DetailField]): [string, z.ZodType] => {
  const field = types[type]();
  return [key, optional ? field.optional() : field];
};

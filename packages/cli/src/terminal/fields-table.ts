import type { Json, JsonSchema } from '@recourse/contract';
import { listFields, typeName } from '@recourse/contract/stability';
import { alignColumns } from './align-columns.ts';
import { orList } from './did-you-mean.ts';
import { labelled } from './labelled.ts';

/** The fields of a code's details: name, type, whether it is always there, and what it allows. */
export const fieldsTable = (details: JsonSchema): readonly string[] => {
  const fields = listFields(details);
  const facts = alignColumns(
    fields.map(({ path, required, schema }) => [`  ${path}`, typeName(schema), required ? 'always' : 'if known']),
  );
  const width = Math.max(0, ...facts.map((line) => line.length)) + 2;
  return fields.map(({ schema }, index) => labelled(facts[index] ?? '', fieldNote(schema), width).trimEnd());
};

/** Describes the allowed values of a field, in addition to its type. */
export const fieldNote = (schema: JsonSchema): string => {
  const { enum: values, format, minimum, maximum } = schema;
  if (Array.isArray(values)) return orList(values.map((value: Json) => JSON.stringify(value).replace(/^"|"$/g, '')));
  if (format === 'date-time') return 'ISO 8601';
  if (typeof minimum === 'number' && typeof maximum === 'number') return `${minimum} to ${maximum}`;
  if (typeof minimum === 'number') return `at least ${minimum}`;
  return typeof maximum === 'number' ? `at most ${maximum}` : '';
};

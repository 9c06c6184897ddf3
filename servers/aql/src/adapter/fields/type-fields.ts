import type { AdapterOperation, AdapterType } from '../adapter.ts';
import { badName, duplicate, missing, unresolved } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import type { Place } from '../rules/place.ts';
import { either, fields, ignored, json, list, oneOf, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';
import { buildParameters, parameters } from './parameter-fields.ts';
import type { Shared } from './parameter-fields.ts';
import { valueTypes } from './schema-fields.ts';

const typeName = text({ longest: 100, pattern: /^[A-Za-z]\w*$/, expected: 'the name of a type, such as Issue' });
const reference = text({
  longest: 110,
  pattern: /^[A-Za-z]\w*(?:\[\])?$/,
  expected: 'a type, such as Issue, Issue[] or string',
});

/** The type of an operation's result: a type alone, or with a description. */
export const returns = either(
  reference,
  fields(
    { type: reference, description: text(), items: ignored(), fields: ignored(), schema: ignored() },
    { required: { type: 'the type of the result' } },
  ),
);

export const buildReturns = (
  read: ReturnType<typeof returns>,
  place: Place,
  { typeNames, report }: { readonly typeNames: readonly string[]; readonly report: Report },
): AdapterOperation['returns'] => {
  const { type, description } = typeof read === 'string' ? { type: read } : (read?.is ?? {});
  if (type === undefined) return undefined;
  checkReference(type, typeof read === 'object' ? read.at('type') : place, typeNames, report);
  return { type, ...(description !== undefined && { description }) };
};

const checkReference = (type: string, place: Place, typeNames: readonly string[], report: Report): void => {
  const name = type.replace(/\[\]$/, '');
  const known: readonly string[] = [...valueTypes, 'null', 'any', ...typeNames];
  if (!known.includes(name)) report(unresolved(place, name, 'types', known));
};

const typeFields = {
  name: typeName,
  kind: oneOf(['enum', 'object', 'scalar', 'union']),
  description: text(),
  values: list(json, { least: 1 }),
  fields: parameters,
  members: list(reference, { least: 1 }),
} as const;

/** Types that introspection shows. */
export const types = list(
  fields(typeFields, { required: { name: 'the name of the type', kind: 'the kind of the type' } }),
);

type TypeSection = Section<typeof typeFields>;

/** The field that defines each kind; the other fields do not belong to it. */
const partOf = { enum: 'values', object: 'fields', union: 'members', scalar: undefined } as const;

export const buildTypes = (
  sections: readonly TypeSection[],
  shared: Shared,
  report: Report,
): readonly AdapterType[] => {
  const names = sections.flatMap(({ is }) => is.name ?? []);
  const seen = new Set<string>();
  return sections.flatMap(({ is, at, has }) => {
    const { name, kind } = is;
    if (name === undefined || kind === undefined) return [];
    if (seen.has(name)) report(duplicate(at('name'), `Type '${name}' is defined multiple times`));
    seen.add(name);
    for (const part of ['values', 'fields', 'members'] as const) {
      if (partOf[kind] === part && !has(part)) report(missing(at(part), `the ${part} of a type of kind '${kind}'`));
      if (partOf[kind] !== part && has(part))
        report(badName(at(part), `A type of kind '${kind}' cannot have '${part}'`));
    }
    for (const [index, member] of (is.members ?? []).entries()) {
      checkReference(member, { ...at('members'), path: `${at('members').path}[${index}]` }, names, report);
    }
    return [
      {
        name,
        kind,
        ...(is.description !== undefined && { description: is.description }),
        ...(is.values && { values: is.values }),
        ...(is.fields && { fields: buildParameters(is.fields, { shared, placement: () => 'body', report }) }),
        ...(is.members && { members: is.members }),
      },
    ];
  });
};

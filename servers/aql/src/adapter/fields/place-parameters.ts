import type { Parameter } from '../adapter.ts';
import { badName, unresolved, wrong } from '../rules/findings.ts';
import type { Place } from '../rules/place.ts';
import { placeholder } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import type { OperationContext, OperationSection } from './operation-fields.ts';
import { buildParameters } from './parameter-fields.ts';
import type { Placement } from './parameter-fields.ts';

/** The position of a part of a string. */
const inText = (place: Place, part: string): Place => {
  const { tree } = place;
  if (tree.kind !== 'value' || typeof tree.value !== 'string') return place;
  return { ...place, offset: tree.offsetOf(Math.max(0, tree.value.indexOf(part))) };
};

const isDeclared = ({ tree }: Place, name: string): boolean => tree.kind === 'map' && tree.entries.has(name);

/** The parameter that a placeholder means: by its name, or by what the API calls it. */
const parameterFor = ({ is }: OperationSection, used: string): string | undefined =>
  is.params?.find(({ name, value }) => name === used || value.is.wire_name === used)?.name;

/** The path with the names of parameters in it, whatever the file calls them there. */
export const pathWithNames = (section: OperationSection, { path }: Endpoint): string =>
  path.replace(placeholder, (whole, used: string) => `{${parameterFor(section, used) ?? used}}`);

/** The parameters of an operation, each where it is sent. */
export const placeParameters = (
  section: OperationSection,
  mapped: Endpoint,
  { category, shared, report }: OperationContext,
): readonly Parameter[] => {
  const { is, at } = section;
  const inPath = new Set<string>();
  for (const used of mapped.placeholders) {
    const name = parameterFor(section, used);
    if (name !== undefined) inPath.add(name);
    // A parameter that is there and wrong has been reported already.
    else if (!isDeclared(at('params'), used)) {
      const known = (is.params ?? []).map((parameter) => parameter.name);
      const place = inText(at('maps_to'), `{${used}}`);
      report(unresolved(place, used, 'params', known, { suggestion: `declare '${used}' under params` }));
    }
  }
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(mapped.method);
  const placement: Placement = (name, { is: own }) =>
    inPath.has(name) ? 'path' : own.in === undefined || own.in === 'path' ? (hasBody ? 'body' : 'query') : own.in;
  const list = is.params ?? [];
  for (const { name, value } of list) {
    const { in: where } = value.is;
    if (where === 'path' && !inPath.has(name)) {
      report(unresolved(value.at('in'), name, `the path '${mapped.path}'`, mapped.placeholders));
    }
    if (where !== undefined && where !== 'path' && inPath.has(name)) {
      report(wrong(value.at('in'), "'path', as the parameter is a placeholder in maps_to"));
    }
    if (where === 'body' && !hasBody && mapped.method !== 'DELETE') {
      report(wrong(value.at('in'), `'query', 'header' or 'cookie', as ${mapped.method} has no body`));
    }
    if (category === 'update' && name === 'input')
      report(
        badName(value.place, "Parameter name 'input' is reserved for the changes of an update", {
          suggestion: "declare its members under 'input', next to params",
        }),
      );
  }
  return buildParameters(list, { shared, placement, report });
};

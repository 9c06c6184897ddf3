import { parameterStyles } from '../adapter.ts';
import type { Parameter } from '../adapter.ts';
import { duplicate, unresolved, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { boolean, fields, named, oneOf, text } from '../rules/index.ts';
import type { Named, Section } from '../rules/index.ts';
import { orFileSchema } from '../file-schema.ts';
import { wireNamesOf } from '../parameter-style.ts';
import { buildSchema } from './build-schema.ts';
import { cookieName, isHeaderName, isSnake } from './names.ts';
import { buildStyle } from './build-style.ts';
import { schemaAdvice, schemaFields } from './schema-fields.ts';

/** Names that a parameter may not have, because the protocol carries tokens in them. */
const carriers = new Set(['_confirmation', '_quota_continue']);
const isParameterName = isSnake('Parameter', carriers);

/** One parameter, member of `input`, or field of a type. */
const parameterFields = {
  $ref: text({ pattern: /^#\/shared_parameters\/[^/]+$/, expected: "'#/shared_parameters/<name>'" }),
  ...schemaFields,
  sensitive: boolean,
  in: oneOf(['path', 'query', 'header', 'cookie', 'body']),
  whole: boolean,
  spread: boolean,
  or_file: boolean,
  content_type: text({
    longest: 128,
    pattern: /^[a-z]+\/[a-z0-9][\w.+-]*$/i,
    expected: "a media type such as 'image/png'",
  }),
  wire_name: text({
    longest: 128,
    pattern: /^\S(?:.*\S)?$/,
    expected: 'a name that begins and ends with a visible character',
  }),
  style: oneOf(parameterStyles),
  explode: boolean,
  array_style: oneOf(['repeat', 'comma', 'brackets'], { multi: 'repeat', csv: 'comma' }),
} as const;

export type ParameterSection = Section<typeof parameterFields>;
export type Shared = ReadonlyMap<string, ParameterSection>;

const advice = {
  ...schemaAdvice,
  maps_to_param: "write 'wire_name'",
  name: "the key is already the name; use 'wire_name' for the API's name",
};

export const parameters = named(fields(parameterFields, { advice }), (name, place, report) =>
  isParameterName(name, place, report),
);

/** Where a parameter goes when the file does not say. */
export type Placement = (name: string, section: Pick<ParameterSection, 'is'>) => Parameter['in'];

/** The parameters of a list, with their references resolved. */
export const buildParameters = (
  list: readonly Named<ParameterSection>[],
  { shared, placement, report }: { readonly shared: Shared; readonly placement: Placement; readonly report: Report },
): readonly Parameter[] => {
  const wireNames = new Map<string, string>();
  return list.flatMap(({ name, value }) => {
    const section = resolve(value, shared, report);
    const parameter = section && buildParameter(name, section, placement(name, section), report);
    if (!parameter) return [];
    for (const wireName of wireNamesOf(parameter)) {
      const wire = `${parameter.in} ${wireName}`;
      const other = wireNames.get(wire);
      if (other !== undefined) {
        report(duplicate(value.place, `Parameters '${other}' and '${name}' are both sent as '${wireName}'`));
      }
      wireNames.set(wire, name);
    }
    return [parameter];
  });
};

export type Resolved = Pick<ParameterSection, 'is' | 'at' | 'has' | 'place'>;

/** The target of a reference, overridden by the parameter's own fields. */
const resolve = (own: ParameterSection, shared: Shared, report: Report): Resolved | undefined => {
  const { $ref } = own.is;
  if ($ref === undefined) {
    if (!own.has('$ref') && !own.has('type')) {
      report(wrong(own.at('type'), "a 'type', or a '$ref' to a shared parameter", { actual: 'neither' }));
    }
    return own;
  }
  const name = $ref.slice('#/shared_parameters/'.length);
  const base = shared.get(name);
  if (!base) {
    report(unresolved(own.at('$ref'), name, 'shared_parameters', [...shared.keys()]));
    return undefined;
  }
  const said = Object.fromEntries(Object.entries(own.is).filter(([, value]) => value !== undefined));
  return {
    place: own.place,
    is: { ...base.is, ...said },
    has: (key) => own.has(key) || base.has(key),
    at: (key) => (own.has(key) ? own.at(key) : base.at(key)),
  };
};

const buildParameter = (
  name: string,
  section: Resolved,
  where: Parameter['in'],
  report: Report,
): Parameter | undefined => {
  const { is, at, has } = section;
  const schema = buildSchema(section, report);
  if (!schema || is.type === undefined) return undefined;
  const wireName = is.wire_name ?? name;
  if (where === 'header') isHeaderName(wireName, has('wire_name') ? at('wire_name') : section.place, report);
  if (where === 'cookie' && !cookieName.test(wireName)) {
    report(wrong(has('wire_name') ? at('wire_name') : section.place, 'the name of a cookie'));
  }
  if (where === 'path' && is.required === false && is.default === undefined) {
    report(wrong(at('required'), 'true, because the parameter is in the path'));
  }
  checkPlace(section, where, report);
  const style = buildStyle(section, where, report);
  const isFile = is.type === 'file' || (is.type === 'array' && is.items?.isFile);
  if (isFile && where !== 'body') report(wrong(at('type'), `no file in the ${where}`));
  return {
    name,
    wireName,
    in: where,
    required: where === 'path' || (is.required ?? false),
    sensitive: is.sensitive ?? false,
    ...style,
    ...(is.whole && { whole: true }),
    ...(is.spread && { spread: true }),
    ...(isFile && { file: true }),
    ...(is.or_file && { orFile: true }),
    ...(is.content_type !== undefined && { contentType: is.content_type.toLowerCase() }),
    schema: is.or_file ? orFileSchema(schema) : schema,
  };
};

/** Rules about bodies say nothing elsewhere. */
const checkPlace = ({ is, at }: Resolved, where: Parameter['in'], report: Report): void => {
  if (is.spread && (is.whole || is.type !== 'object')) {
    report(wrong(at('spread'), "false, unless the parameter is of type 'object' and is not the whole body"));
  }
  if (where === 'body') return;
  if (is.whole) report(wrong(at('whole'), 'false: only a body can be passed whole by one parameter'));
  if (is.spread) report(wrong(at('spread'), 'false: only a body has members to spread'));
  if (is.nullable) report(wrong(at('nullable'), 'false: only a JSON body can contain null'));
};

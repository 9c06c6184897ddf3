import type { AdapterOperation, Category, Parameter } from '../adapter.ts';
import { inferDanger } from '../danger/infer-danger.ts';
import type { Report } from '../rules/findings.ts';
import { badName, missing, unresolved, wrong } from '../rules/findings.ts';
import { boolean, fields, ignored, list, named, text } from '../rules/rules.ts';
import type { Section } from '../rules/rules.ts';
import { buildDanger, dangerFields } from './danger-fields.ts';
import { endpoint, placeholder } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { buildExamples, examples } from './example-fields.ts';
import { isSnake, snakeName } from './names.ts';
import { buildPaging, paging } from './paging-fields.ts';
import { buildParameters, parameters } from './parameter-fields.ts';
import type { Placement, Shared } from './parameter-fields.ts';
import { buildReturns, returns } from './type-fields.ts';

/** Operations that the protocol has itself. */
const reserved: ReadonlySet<string> = new Set(
  'introspect execute_agent record_execution_step complete_execution abort_execution confirm_operation verify_challenge'.split(
    ' ',
  ),
);

const fieldPath = text({ longest: 200, pattern: /^\w+(?:\.\w+)*$/, expected: 'a field such as owner.login' });

const operationFields = {
  name: snakeName('Operation', reserved),
  maps_to: endpoint,
  description: text(),
  params: parameters,
  input: parameters,
  read_with: text(),
  ...dangerFields,
  resource: fields({ type: text({ longest: 100 }), id: text({ longest: 200 }) }),
  pagination: paging,
  supports_fields: ignored(),
  default_fields: list(fieldPath),
  field_sets: named(list(fieldPath, { least: 1 }), isSnake('Field set', new Set(['full']))),
  response: returns,
  returns,
  examples,
  idempotent: boolean,
  non_idempotent: boolean,
} as const;

export type OperationSection = Section<typeof operationFields>;

export const operation = fields(operationFields, {
  required: { name: 'the name of the operation', maps_to: "a method and a path, such as 'GET /items'" },
  advice: {
    parameters: "did you mean 'params'?",
    http: "write maps_to: 'GET /path'",
    error_mapping: 'it stands beside operations',
  },
});

export interface OperationContext {
  readonly category: Category;
  readonly shared: Shared;
  readonly typeNames: readonly string[];
  readonly report: Report;
}

/** An operation of the model, from what was read and could be understood of it. */
export const buildOperation = (section: OperationSection, context: OperationContext): AdapterOperation | undefined => {
  const { is, at } = section;
  const { category, report } = context;
  const { name, maps_to: mapped } = is;
  const all = mapped ? placeParameters(section, mapped, context) : [];
  if (!mapped || name === undefined) return undefined;
  checkMethod(section, mapped, context);
  const split =
    category === 'update' ? splitInput(section, mapped, all, context) : { parameters: all, input: undefined };
  if (category !== 'update' && section.has('input')) {
    report(badName(at('input'), "Only updates have an 'input'", { suggestion: "write its members under 'params'" }));
  }
  const danger = buildDanger(section, inferDanger(mapped.method, category, name), report);
  const texts = [
    [danger.confirmationMessage, at('danger')],
    [is.resource?.is.id, at('resource')],
  ] as const;
  for (const [template = '', place] of texts) {
    for (const [, used = ''] of template.matchAll(placeholder)) {
      if (!all.some((parameter) => parameter.name === used)) {
        report(
          unresolved(
            place,
            used,
            `the parameters of '${name}'`,
            all.map((parameter) => parameter.name),
          ),
        );
      }
    }
  }
  return {
    name,
    category,
    description: is.description ?? `${mapped.method} ${mapped.path}`,
    method: mapped.method,
    path: pathWithNames(section, mapped),
    ...split,
    readWith: is.read_with,
    danger,
    resource: is.resource && clean({ type: is.resource.is.type, id: is.resource.is.id }),
    paging: buildPaging(is.pagination, report),
    fieldSets: Object.fromEntries([
      ...(is.default_fields ? [['standard', is.default_fields] as const] : []),
      ...(is.field_sets ?? []).map((set) => [set.name, set.value] as const),
    ]),
    returns: buildReturns(is.returns ?? is.response, at(is.returns === undefined ? 'response' : 'returns'), context),
    examples: buildExamples(is.examples ?? [], name, report),
    idempotent:
      is.idempotent ??
      (is.non_idempotent === undefined ? !['POST', 'PATCH'].includes(mapped.method) : !is.non_idempotent),
  };
};

const clean = <Value extends object>(value: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;

/** A read that removes or replaces would be reached through the endpoint that is called harmless. */
const checkMethod = ({ at }: OperationSection, { method }: Endpoint, { category, report }: OperationContext): void => {
  if (category === 'read' && !['GET', 'HEAD', 'POST'].includes(method)) {
    report(wrong(at('maps_to'), 'GET, HEAD or POST for an operation under read', { actual: method }));
  }
};

/** The parameter that a placeholder means: by its name, or by what the API calls it. */
const parameterFor = ({ is }: OperationSection, used: string): string | undefined =>
  is.params?.find(({ name, value }) => name === used || value.is.wire_name === used)?.name;

const pathWithNames = (section: OperationSection, { path }: Endpoint): string =>
  path.replace(placeholder, (whole, used: string) => `{${parameterFor(section, used) ?? used}}`);

const placeParameters = (
  section: OperationSection,
  mapped: Endpoint,
  { category, shared, report }: OperationContext,
): readonly Parameter[] => {
  const { is, at } = section;
  const inPath = new Set<string>();
  for (const used of mapped.placeholders) {
    const name = parameterFor(section, used);
    if (name === undefined) {
      const known = (is.params ?? []).map((parameter) => parameter.name);
      report(unresolved(at('maps_to'), used, 'params', known, { suggestion: `declare '${used}' under params` }));
    } else inPath.add(name);
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
      report(wrong(value.at('in'), "'path', as it is a placeholder of maps_to"));
    }
    if (where === 'body' && !hasBody && mapped.method !== 'DELETE') {
      report(wrong(value.at('in'), `'query' or 'header', as ${mapped.method} has no body`));
    }
    if (category === 'update' && name === 'input')
      report(
        badName(value.place, "Parameter name 'input' is reserved for the changes of an update", {
          suggestion: "declare its members under 'input', beside params",
        }),
      );
  }
  return buildParameters(list, { shared, placement, report });
};

/**
 * What an update changes stands in `input`; what names the thing to change stands beside it. Where a file has no
 * `input`, the parameters of the body are its members.
 */
const splitInput = (
  { is, at, has, place }: OperationSection,
  { method }: Endpoint,
  all: readonly Parameter[],
  { shared, report }: OperationContext,
): Pick<AdapterOperation, 'parameters' | 'input'> => {
  const body = all.filter((parameter) => parameter.in === 'body');
  const beside = all.filter((parameter) => parameter.in !== 'body');
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  const declared = is.input && buildParameters(is.input, { shared, placement: () => 'body', report });
  if (has('input') && body.length > 0) {
    const [first] = is.params?.filter(({ name }) => body.some((parameter) => parameter.name === name)) ?? [];
    report(
      badName(first?.place ?? at('params'), "An update with an 'input' has no other parameters of the body", {
        suggestion: "move it under 'input', or give it 'in: query'",
      }),
    );
  }
  const input = declared ?? (body.length > 0 || !hasBody ? body : undefined);
  const merges = method === 'PUT' && (input === undefined || input.length > 0);
  if (merges && !has('read_with')) {
    report(
      missing({ ...place, path: at('read_with').path }, 'the read operation whose answer is merged with the changes', {
        suggestion: 'PUT replaces the whole: name the operation to read it with, or map to PATCH',
      }),
    );
  }
  return { parameters: beside, input };
};

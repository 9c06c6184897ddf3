import type { AdapterOperation, Auth } from '../adapter.ts';
import { inferDanger } from '../danger/infer-danger.ts';
import { badName, unresolved, wrong } from '../rules/findings.ts';
import { checkBody } from './check-body.ts';
import { buildDanger } from './danger-fields.ts';
import { placeholder } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { buildExamples } from './example-fields.ts';
import type { OperationContext, OperationSection } from './operation-fields.ts';
import { buildPaging } from './paging-fields.ts';
import { pathWithNames, placeParameters } from './place-parameters.ts';
import { splitInput } from './split-input.ts';
import { buildReturns } from './type-fields.ts';

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
    report(badName(at('input'), "Only updates can have an 'input'", { suggestion: "put its members under 'params'" }));
  }
  if (section.has('read_only') && (category !== 'update' || mapped.method !== 'PUT' || is.read_with === undefined)) {
    report(badName(at('read_only'), "Only PUT updates with 'read_with' can have 'read_only'"));
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
  const auth = authOf(section, context);
  const operation: AdapterOperation = {
    name,
    category,
    description: is.description ?? `${mapped.method} ${mapped.path}`,
    ...(is.tags && is.tags.length > 0 && { tags: is.tags }),
    method: mapped.method,
    path: pathWithNames(section, mapped),
    ...split,
    ...(auth && { auth }),
    ...(is.body !== undefined && { mediaType: is.body.toLowerCase() }),
    ...(is.accept !== undefined && { accept: is.accept }),
    readWith: is.read_with,
    ...(is.read_only && { readOnly: is.read_only }),
    danger,
    resource: is.resource && clean({ type: is.resource.is.type, id: is.resource.is.id }),
    paging: buildPaging(is.pagination, report),
    ...(is.default_fields && { defaultFields: is.default_fields }),
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
  checkBody(section, operation, context);
  return operation;
};

const authOf = ({ is, at }: OperationSection, { auths, report }: OperationContext): Auth | undefined => {
  if (is.auth === undefined) return undefined;
  if (!auths.has(is.auth)) report(unresolved(at('auth'), is.auth, 'other_auth', [...auths.keys()]));
  return auths.get(is.auth);
};

const clean = <Value extends object>(value: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;

/** A read that removes or replaces would be reached through the endpoint that is called harmless. */
const checkMethod = ({ at }: OperationSection, { method }: Endpoint, { category, report }: OperationContext): void => {
  if (category === 'read' && !['GET', 'HEAD', 'POST'].includes(method)) {
    report(wrong(at('maps_to'), 'GET, HEAD or POST for an operation under read', { actual: method }));
  }
};

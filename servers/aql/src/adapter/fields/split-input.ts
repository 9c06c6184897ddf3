import type { AdapterOperation, Parameter } from '../adapter.ts';
import { badName, missing } from '../rules/findings.ts';
import type { Endpoint } from './endpoint.ts';
import type { OperationContext, OperationSection } from './operation-fields.ts';
import { buildParameters } from './parameter-fields.ts';

/**
 * Puts the changes of an update under `input` and keeps the parameters that identify its target outside of it. If a
 * file has no `input`, the body parameters become its members.
 */
export const splitInput = (
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
      badName(first?.place ?? at('params'), "An update with an 'input' cannot have other body parameters", {
        suggestion: "move it under 'input', or give it 'in: query'",
      }),
    );
  }
  const input = declared ?? (body.length > 0 || !hasBody ? body : undefined);
  const merges = method === 'PUT' && (input === undefined || input.length > 0);
  if (merges && !has('read_with')) {
    report(
      missing({ ...place, path: at('read_with').path }, 'the read operation whose result is merged with the changes', {
        suggestion: "PUT replaces the whole resource: set 'read_with' to its read operation, or use PATCH",
      }),
    );
  }
  return { parameters: beside, input };
};

import type { Failure, JsonObject } from '@recourse/contract';
import type { AdapterOperation, Paging } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import { ownParameter } from '../request/own-parameter.ts';

/** MCP-AQL's parameters for pages. */
export const pageParameters = ['first', 'after', 'last', 'before'] as const;

/** The page that a caller asks for: its size, and the cursor that it starts after or ends before. */
export interface PageArguments {
  readonly backward: boolean;
  readonly size: number | undefined;
  readonly cursor: string | undefined;
}

const conflicts: readonly ((given: ReadonlySet<string>) => string | undefined)[] = [
  (given) => (given.has('first') && given.has('last') ? "Send 'first' or 'last', not both." : undefined),
  (given) => (given.has('first') && given.has('before') ? "Use 'before' with 'last'." : undefined),
  (given) => (given.has('last') && given.has('after') ? "Use 'after' with 'first'." : undefined),
  (given) => (given.has('after') && !given.has('first') ? "Send 'first' with 'after'." : undefined),
  (given) => (given.has('before') && !given.has('last') ? "Send 'last' with 'before'." : undefined),
];

/** Reads the parameters for pages, or refuses those that do not go together, the API's own among them. */
export const readPageArguments = (
  operation: AdapterOperation,
  paging: Paging,
  given: JsonObject,
  fail: FailWith,
): PageArguments | Failure => {
  const provided = pageParameters.filter((name) => given[name] !== undefined && !ownParameter(operation, name));
  const names = new Set<string>(provided);
  const mixed = provided.length > 0 ? ownPaging(operation, paging, given) : [];
  const hint =
    mixed.length > 0
      ? `Send either ${provided.join(' and ')} or ${mixed.join(' and ')}.`
      : conflicts.map((problem) => problem(names)).find((problem) => problem !== undefined);
  if (hint !== undefined) {
    return fail(
      'VALIDATION_INVALID_TYPE',
      {
        param_name: 'pagination',
        expected_type: 'valid pagination combination',
        actual_type: 'conflicting parameters',
        provided: [...provided, ...mixed],
        hint,
      },
      { hint },
    );
  }
  const backward = names.has('last');
  const size = names.size > 0 ? given[backward ? 'last' : 'first'] : undefined;
  const cursor = names.has('after') || names.has('before') ? given[backward ? 'before' : 'after'] : undefined;
  return {
    backward,
    size: typeof size === 'number' ? Math.max(1, Math.floor(size)) : undefined,
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
};

/** The API's own paging parameters that the caller set; a default does not count as set. */
const ownPaging = ({ parameters }: AdapterOperation, paging: Paging, given: JsonObject): readonly string[] =>
  parameters
    .filter(({ wireName }) => wireName === paging.parameter || wireName === paging.sizeParameter)
    .filter(({ name, schema }) => given[name] !== undefined && given[name] !== schema['default'])
    .map(({ name }) => name);

import type { Operation, OperationType, Tool } from '@recourse/engine';
import { fail } from '../failing.ts';
import { validateCommandContent } from './command-content.ts';
import type { ContentProblem } from './command-content.ts';

type Validate = (args: Readonly<Record<string, unknown>>) => ContentProblem | undefined;

/** The validator of each operation type. A type without one cannot be registered. */
const validators: { readonly [Type in OperationType]?: Validate } = {
  command: validateCommandContent,
  query: validateCommandContent,
  screenshot: validateCommandContent,
  logs: validateCommandContent,
  window_info: validateCommandContent,
  dialog: validateCommandContent,
};

/**
 * Puts the validator of its operation type before the handler of a tool. The type is the tool's own declaration; no call
 * can choose it. Throws for a tool without a valid type, so that a server with such a tool does not start.
 */
export const routeByOperationType = (tool: Tool): Tool => {
  const { target } = tool;
  if (!('operation' in target)) throw new TypeError(`'${tool.name}' is a router, which has no operation type`);
  const type: OperationType | undefined = target.operation.operation;
  const validate = Object.hasOwn(validators, type) ? validators[type] : undefined;
  if (!validate)
    throw new TypeError(
      `'${tool.name}' cannot be registered: operation: say one of ${Object.keys(validators).join(', ')}`,
    );
  const operation = validated(target.operation, validate);
  return { ...tool, operations: [operation], errors: operation.errors, target: { operation } };
};

const validated = (operation: Operation, validate: Validate): Operation => ({
  ...operation,
  errors: new Set(['BAD_ARGUMENT', ...operation.errors]),
  run: (call) => {
    const problem = validate(call.arguments);
    if (!problem) return operation.run(call);
    const { correlation_id } = call;
    return fail('BAD_ARGUMENT', { ...problem }, { correlation_id, effect: 'none' });
  },
});

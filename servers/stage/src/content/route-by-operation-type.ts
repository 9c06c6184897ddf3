import type { Operation, OperationType, Tool } from '@recourse/engine';
import { fail } from '../failing.ts';
import { validateCommandContent } from './command-content.ts';
import { validateEvalContent } from './eval/validate-eval-content.ts';

/** Puts a validator into an operation. */
type Route = (operation: Operation) => Operation;

/** Checks all strings of a call before the handler. */
const commandContent: Route = (operation) => ({
  ...operation,
  run: (call) => {
    const problem = validateCommandContent(call.arguments);
    if (!problem) return operation.run(call);
    const { correlation_id } = call;
    return fail('BAD_ARGUMENT', { ...problem }, { correlation_id, effect: 'none' });
  },
});

/** The validator of each operation type. */
const routes: Readonly<Record<OperationType, Route>> = {
  command: commandContent,
  query: commandContent,
  screenshot: commandContent,
  logs: commandContent,
  window_info: commandContent,
  dialog: commandContent,
  eval: validateEvalContent,
};

/**
 * Puts the validator of its operation type before the handler of a tool. The type is the tool's own declaration; no call
 * can choose it. Throws for a tool without a valid type, so that a server with such a tool does not start.
 */
export const routeByOperationType = (tool: Tool): Tool => {
  const { target } = tool;
  if (!('operation' in target))
    throw new TypeError(`'${tool.name}' cannot be registered: it is a router, and routers have no operation type`);
  const type: OperationType | undefined = target.operation.operation;
  if (!Object.hasOwn(routes, type))
    throw new TypeError(
      `'${tool.name}' cannot be registered: 'operation' must be one of ${Object.keys(routes).join(', ')}`,
    );
  const routed = routes[type](target.operation);
  const operation = { ...routed, errors: new Set(['BAD_ARGUMENT', ...routed.errors]) };
  return { ...tool, operations: [operation], errors: operation.errors, target: { operation } };
};

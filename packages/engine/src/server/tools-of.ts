import { unknownRoots } from '../guards/unknown-kinds.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import { mayConfirm } from '../stages/gate/gate.ts';
import { confirmToolName, createConfirmTool } from '../tool/confirm-tool.ts';
import type { Operation, Tool } from '../tool/operation.ts';
import { levelProblems, refuse } from '../tool/registration.ts';
import { listProblems } from './list-problems.ts';
import type { ServerOptions } from './server-options.ts';

/** Collects the tools of a server by name, with the one that confirms calls if some call can ask. */
export const toolsOf = (options: ServerOptions, tokens: Tokens): ReadonlyMap<string, Tool> => {
  const tools = new Map<string, Tool>();
  const problems = options.tools.flatMap((tool) => {
    const taken = tools.has(tool.name);
    tools.set(tool.name, tool);
    return taken ? [`two tools are called '${tool.name}'`] : [];
  });
  if (tools.has(confirmToolName)) problems.push(`'${confirmToolName}' is reserved for the tool that confirms calls`);
  const roots = options.tools
    .flatMap((tool) => tool.operations)
    .flatMap((operation) =>
      unknownRoots(operation.guards, options.guards ?? {}).map(
        (root) => `'${operation.name}' uses the root '${root}', which is missing from guards.roots`,
      ),
    );
  const operations = new Map<string, Operation>();
  for (const operation of options.tools.flatMap((tool) => tool.operations)) {
    // Tokens, keys and quotas identify an operation by its name: if two had the same name, the wrong one could be
    // confirmed.
    const taken = operations.get(operation.name);
    if (taken && taken !== operation) problems.push(`two operations are called '${operation.name}'`);
    operations.set(operation.name, operation);
    // A tool need not come from `defineTool`.
    problems.push(...levelProblems(operation).map((problem) => `'${operation.name}': ${problem}`));
  }
  refuse(options.name, [...problems, ...roots, ...listProblems(options)]);
  if (tokens.holds && [...operations.values()].some((operation) => mayAsk(options, operation))) {
    const confirm = createConfirmTool(tokens, operations);
    tools.set(confirm.name, confirm);
  }
  return tools;
};

/** Whether a call of the operation can ever be answered with a question. */
const mayAsk = (options: ServerOptions, operation: Operation): boolean =>
  mayConfirm(options.policy ?? {}, operation) ||
  [...operation.quotas, ...(options.quotas?.(operation.name) ?? [])].some(({ pause }) => pause !== undefined);

import type { ClientUse } from '../client/client-use.ts';
import { confirmToolName } from '../tool/confirm-tool.ts';
import type { Tool } from '../tool/operation.ts';
import type { ToolTask } from './server.ts';

/** The requests that the handlers of a tool may send to the client. */
export const usesOf = ({ operations }: Tool): readonly ClientUse[] => operations.flatMap(({ client }) => [...client]);

/** The tools whose handlers use the client. A held call may be any tool's. */
export const toolsWithClient = (tools: ReadonlyMap<string, Tool>): ReadonlySet<string> => {
  const names = [...tools.values()].filter((tool) => usesOf(tool).length > 0).map(({ name }) => name);
  return new Set(names.length > 0 ? [...names, confirmToolName] : []);
};

/** The tools whose calls may become tasks. A held call may be any tool's. */
export const toolsWithTasks = (tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, ToolTask> => {
  const found = new Map<string, ToolTask>();
  for (const { name, operations, target } of tools.values()) {
    if (!operations.some(({ task }) => task !== undefined)) continue;
    const argument = 'operation' in target ? target.operation.idempotency?.argument : undefined;
    found.set(name, argument === undefined ? {} : { keyArgument: argument });
  }
  if (found.size > 0 && tools.has(confirmToolName)) found.set(confirmToolName, {});
  return found;
};

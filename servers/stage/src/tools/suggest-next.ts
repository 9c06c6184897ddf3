import { changeFailure, isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Operation, Tool } from '@recourse/engine';
import { nextActions } from './next-actions.ts';

/** Adds the calls to make next to the failures of a tool. Tools that are not offered are not suggested. */
export const suggestNext =
  (offered: ReadonlySet<string>) =>
  (tool: Tool): Tool => {
    const { target } = tool;
    if (!('operation' in target)) return tool;
    const operation = suggesting(target.operation, offered);
    return { ...tool, operations: [operation], target: { operation } };
  };

const suggesting = (operation: Operation, offered: ReadonlySet<string>): Operation => ({
  ...operation,
  run: async (call) => {
    const answer: unknown = await operation.run(call);
    return isFailure(answer) ? withNext(answer, { tool: operation.name, arguments: call.arguments }, offered) : answer;
  },
});

const withNext = (failure: Failure, call: Parameters<typeof nextActions>[0], offered: ReadonlySet<string>): Failure => {
  const next = nextActions(call, failure).filter(({ tool }) => offered.has(tool));
  return next.length > 0 || failure.next_actions ? changeFailure(failure, { next_actions: next }) : failure;
};

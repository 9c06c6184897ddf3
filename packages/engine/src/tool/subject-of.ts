import type { JsonObject, Subject } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Operation, Tool } from './operation.ts';

/** Returns the subject of calls whose tool does not declare one. The arguments have not been checked. */
export type SubjectOfCalls = (args: JsonObject) => Subject | undefined;

/** Reads the subject of a call from arguments that nothing has checked yet. A `subject` that throws names none. */
export const subjectOf = (operation: Pick<Operation, 'subject'>, args: JsonObject): Subject | undefined =>
  operation.subject && quietly(() => operation.subject?.(args));

/** Reads the subject of a call of a tool, or of none. The tool's own declaration takes precedence over the server's. */
export const subjectOfCall = (
  tool: Pick<Tool, 'target'> | undefined,
  args: JsonObject,
  ofCalls: SubjectOfCalls | undefined,
): Subject | undefined => {
  const target = tool?.target;
  if (target && 'operation' in target && target.operation.subject) return subjectOf(target.operation, args);
  return ofCalls && quietly(() => ofCalls(args));
};

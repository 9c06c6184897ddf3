import type { JsonObject } from '@recourse/contract';
import { dangerLevels, readingOperations } from '../levels.ts';
import type { Operation } from './operation.ts';

/**
 * MCP's hints, derived from the declarations of the operations, so they are always accurate. A router has those of its
 * most dangerous operation.
 */
export const annotationsOf = (
  operations: readonly Pick<Operation, 'operation' | 'danger' | 'idempotent'>[],
): JsonObject => {
  const readOnly = operations.every(({ operation }) => readingOperations.has(operation));
  const destructiveFrom = dangerLevels.indexOf('destructive');
  return {
    readOnlyHint: readOnly,
    ...(!readOnly && {
      destructiveHint: operations.some(({ danger }) => dangerLevels.indexOf(danger) >= destructiveFrom),
      idempotentHint: operations.every(({ idempotent, operation }) => idempotent || readingOperations.has(operation)),
    }),
  };
};

import type { JsonObject, Subject } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Operation } from './operation.ts';

/** Reads the subject of a call from arguments that nothing has checked yet. A `subject` that throws names none. */
export const subjectOf = (operation: Pick<Operation, 'subject'>, args: JsonObject): Subject | undefined =>
  operation.subject && quietly(() => operation.subject?.(args));

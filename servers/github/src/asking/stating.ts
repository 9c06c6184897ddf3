import type { Failure } from '@recourse/contract';
import type { Toolbox } from '../toolbox.ts';
import { answering } from './answering.ts';
import type { Asked } from './asked.ts';

/** Reads the facts of a question. A refusal of GitHub is answered with its code, as in a handler. */
export const stating = <Facts>(
  toolbox: Toolbox,
  args: object,
  { correlation_id, signal }: Pick<Asked, 'correlation_id' | 'signal'>,
  read: () => Promise<Facts | Failure>,
): Promise<Facts | Failure> => answering(toolbox, { arguments: args, correlation_id, signal }, read);

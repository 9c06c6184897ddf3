import { refuse } from './refused.ts';
import type { Toolbox } from './toolbox.ts';

/** Refuses what changes the policy, or what it compares with, unless the operator serves for a pipeline. */
export const changesPolicy = ({ mode }: Toolbox, operation: string): void => {
  if (mode !== 'ci') throw refuse('OP_MODE_FORBIDDEN', { operation, mode, required_mode: 'ci' });
};

/** Refuses what speaks to others in the operator's name. */
export const speaksForOperator = ({ mode }: Toolbox, operation: string): void => {
  if (mode === 'ci') return;
  throw refuse(
    'OP_MODE_FORBIDDEN',
    { operation, mode, required_mode: 'ci' },
    {
      message: `${operation} is not allowed in mode '${mode}': it writes on the operator's behalf`,
      hint: 'Pass dryRun: true to see the text of the comment, or ask the operator to start the server with --mode ci; no argument can change the mode.',
    },
  );
};

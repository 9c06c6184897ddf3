import type { Sharing } from '../sharing/sharing.ts';
import type { Admissions } from '../stages/admit/admissions.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import type { Tool } from '../tool/operation.ts';

/** A tool that runs only as a task needs a store that keeps tasks. */
export const taskProblems = (tools: ReadonlyMap<string, Tool>, { tasks }: Sharing): readonly string[] =>
  tasks
    ? []
    : [...tools.values()]
        .flatMap(({ operations }) => operations)
        .filter(({ task }) => task === 'required')
        .map(({ name }) => `'${name}' runs only as a task, but this store cannot keep tasks: set RECOURSE_KEY`);

/** A confirmation is used up in the transaction that begins its call, so both must be in one store. */
export const transactionProblems = (tokens: Tokens, admissions: Admissions): readonly string[] =>
  tokens.transaction === admissions.transaction
    ? []
    : ['stores.tokens and stores.admissions belong to different stores and cannot share a transaction'];

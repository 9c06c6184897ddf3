import type { Tool } from '@recourse/engine';
import { createCancel } from './cancel.ts';
import { createFixNext } from './fix-next.ts';
import { createGetArtifact } from './get-artifact.ts';
import { createGetStatus } from './get-status.ts';
import { createListRuns } from './list-runs.ts';
import { createOpenPr } from './open-pr.ts';
import { createResume } from './resume.ts';
import { createStartFromRepository } from './start-from-repository.ts';
import { createStartRun } from './start-run.ts';
import type { SourceToolbox, Toolbox } from './toolbox.ts';
import { createValidate } from './validate.ts';

/** The tools of the contract, in its order. A server without repositories cannot derive configurations. */
export const createTools = (toolbox: Toolbox | SourceToolbox): readonly Tool[] => [
  createStartRun(toolbox),
  ...('repositories' in toolbox ? [createStartFromRepository(toolbox)] : []),
  ...[
    createGetStatus,
    createGetArtifact,
    createValidate,
    createFixNext,
    createResume,
    createCancel,
    createOpenPr,
    createListRuns,
  ].map((create) => create(toolbox)),
];

import type { Tool } from '@recourse/engine';
import { createCancel } from './cancel.ts';
import { createFixNext } from './fix-next.ts';
import { createGetArtifact } from './get-artifact.ts';
import { createGetStatus } from './get-status.ts';
import { createListRuns } from './list-runs.ts';
import { createOpenPr } from './open-pr.ts';
import { createResume } from './resume.ts';
import { createStartRun } from './start-run.ts';
import type { Toolbox } from './toolbox.ts';
import { createValidate } from './validate.ts';

/** The tools of the contract, in its order. */
export const createTools = (toolbox: Toolbox): readonly Tool[] =>
  [
    createStartRun,
    createGetStatus,
    createGetArtifact,
    createValidate,
    createFixNext,
    createResume,
    createCancel,
    createOpenPr,
    createListRuns,
  ].map((create) => create(toolbox));

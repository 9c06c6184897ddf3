import { defineCodes } from '@recourse/contract';
import { z } from 'zod';

/** The codes of the run engine that neither the core nor the launch contract has. */
// A table reads by the row:
// prettier-ignore
export const runCodes = defineCodes(
  {
    RUN_STEP_FAILED: {
      kind: 'error', category: 'internal', http: 500, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'A step of the run threw an error',
      message: ["Step '{step}' failed: {reason}", "Step '{step}' failed"],
      hint: "Resume the run: finished steps are not repeated. If step '{step}' fails again, report its error.",
      details: () => z.object({ step: z.string(), reason: z.string().optional() }),
    },
    RUN_STEP_INTERRUPTED: {
      kind: 'error', category: 'internal', http: 500, retryable: true, recovery: 'report', since: '0.1.0',
      summary: 'The process died repeatedly in the same step',
      message: "The process died {interruptions} times while it ran step '{step}'",
      hint: "Find out why the process dies in step '{step}' (for example, because it runs out of memory), then resume the run.",
      details: () => z.object({ step: z.string(), interruptions: z.int() }),
    },
    RUN_RECORD_BROKEN: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Events of the run are missing or were changed',
      message: ['The record of the run is broken at event {number}: {problem}', 'The record of the run is broken: {problem}'],
      hint: 'Report the problem to the operator of the server, and restore the store from a backup or start a new run.',
      details: () => z.object({ problem: z.string(), number: z.int().optional() }),
    },
    RUN_ARTIFACT_DAMAGED: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'The content of an artifact is missing or was changed',
      message: "The content of artifact '{artifact_name}' is {problem}",
      hint: "Restore the store from a backup, or start a new run. According to the run's record, '{artifact_name}' was written.",
      details: () => z.object({ artifact_name: z.string(), problem: z.enum(['missing', 'changed']) }),
    },
    RUN_PIPELINE_UNKNOWN: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such pipeline',
      message: ["No pipeline '{pipeline}'; known: {known}", "No pipeline '{pipeline}'"],
      hint: ['Use one of {known}.', 'Register the pipeline with the process that starts runs.'],
      details: () => z.object({ pipeline: z.string(), known: z.array(z.string()).optional() }),
    },
  },
  { namespace: 'runs' },
);

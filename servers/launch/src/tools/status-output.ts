import { z } from 'zod';
import type { RunStatus } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import { sectionStates, sectionStatesOf } from './section-states.ts';

const longestTitle = 120;

/** RunStatus of the contract, with the facts about the run that the contract leaves out beside it. */
export const statusOutput = z.object({
  run_id: z.string(),
  status: z.object({
    run_id: z.string(),
    state: z.string(),
    section_states: z.record(z.string(), z.enum(sectionStates)),
    open_issues: z.array(z.object({ issue_id: z.string(), severity: z.string(), gate: z.string(), title: z.string() })),
    artifacts: z.array(z.object({ name: z.string(), sha256: z.string() })),
  }),
  progress: z.object({
    percent: z.number(),
    running: z.array(z.string()),
    finished: z.int(),
    total: z.int(),
    operation: z.string().nullable(),
  }),
  failure: z
    .object({ code: z.string(), step: z.string().nullable(), message: z.string(), retryable: z.boolean() })
    .nullable(),
  trace_id: z.string(),
});
export type StatusOutput = z.output<typeof statusOutput>;

export const renderStatus = (status: RunStatus, config: RunConfig): StatusOutput => {
  const { run_id, state, failure, progress, operation, trace_id } = status;
  return {
    run_id,
    status: {
      run_id,
      state,
      section_states: { ...sectionStatesOf(status, config) },
      open_issues: status.open_issues.map(({ id, severity, gate, message }) => ({
        issue_id: id,
        severity,
        gate,
        title: titleOf(message),
      })),
      artifacts: status.artifacts.map(({ key, sha256 }) => ({ name: key, sha256 })),
    },
    progress: { ...progress, running: [...progress.running], operation },
    failure: failure && {
      code: failure.code,
      step: failure.step,
      message: failure.message,
      retryable: failure.retryable,
    },
    trace_id,
  };
};

/** The first line of a message, cut. */
const titleOf = (message: string): string => {
  const [line = ''] = message.split('\n', 1);
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
};

import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const path = () => z.object({ path: z.string() });

/** The codes of the plugin. */
// A table reads by the row:
// prettier-ignore
export const codes = definePluginCodes('trace', {
  ALREADY_RECORDING: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'A recording is in progress',
    message: "A recording to '{path}' is in progress",
    hint: 'Continue the recording, or end it with trace_stop.',
    details: path(),
  },
  NOT_RECORDING: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Nothing is being recorded',
    message: 'Nothing is being recorded',
    hint: "Start a recording with trace_start, or pass the 'path' of a finished one.",
  },
  ARTIFACT_NOT_FOUND: {
    kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Recording does not exist',
    message: "There is no recording '{path}'",
    hint: ['Use one of: {available}.', 'Record one with trace_start and trace_stop.'],
    details: path().extend({ available: z.array(z.string()).optional() }),
  },
  ARTIFACT_INVALID: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Recording is damaged',
    message: "The recording '{path}' cannot be read: {reason}",
    hint: 'Use another recording, or record it again.',
    details: path().extend({ reason: z.string() }),
  },
  ARTIFACT_WRITE_FAILED: {
    kind: 'error', category: 'internal', http: 500, retryable: true, recovery: 'retry', since: '0.1.0',
    summary: 'File was not written',
    message: "The file '{path}' was not written: {reason}",
    hint: "Check that the disk has free space and that the plugin's folder contains no symbolic links, then repeat the call.",
    details: path().extend({ reason: z.string() }),
  },
  BUDGET_EXCEEDED: {
    kind: 'error', category: 'rate_limit', http: 429, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Recording has exceeded its token budget',
    message: 'The recording has used {spent} of {budget_tokens} tokens, so nothing was replayed',
    hint: 'End the recording with trace_stop, then repeat the call or start a recording with a larger budget.',
    details: z.object({ spent: z.int(), budget_tokens: z.int() }),
  },
});

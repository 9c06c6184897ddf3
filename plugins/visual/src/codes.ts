import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const reason = () => z.object({ reason: z.string() });
const baseline = () => z.object({ name: z.string() });

/** The codes of the plugin. */
// A table reads by the row:
// prettier-ignore
export const codes = definePluginCodes('visual', {
  UNSUPPORTED: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Session has nothing to capture',
    message: 'No screenshot can be taken: {reason}',
    hint: 'Open a window of the app, then repeat the call.',
    details: reason(),
  },
  SURFACE_UNSUPPORTED: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Surface cannot be captured in its current state',
    message: 'The surface cannot be captured: {reason}',
    hint: "Wait until the page's password fields stop moving, or reduce the number of elements on the page.",
    details: reason(),
  },
  INVALID_SELECTOR: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Selector cannot be used',
    message: "'{selector}' in '{argument}' cannot be used: {reason}",
    hint: "Correct the selector in '{argument}', then repeat the call.",
    details: z.object({ argument: z.string(), selector: z.string(), reason: z.string() }),
  },
  UNSTABLE: {
    kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'wait', since: '0.1.0',
    summary: 'Page keeps changing',
    message: 'The page kept changing: of {attempts} screenshots, no two consecutive ones are the same',
    hint: 'Wait until the page has settled and repeat the call, or cover the changing part with masks.',
    details: z.object({ attempts: z.int() }),
  },
  CAPTURE_FAILED: {
    kind: 'error', category: 'upstream', http: 500, retryable: true, recovery: 'retry', since: '0.1.0',
    summary: 'Screenshot was not taken',
    message: 'The screenshot was not taken: {reason}',
    hint: 'Wait until the page has finished loading, then repeat the call.',
    details: reason(),
  },
  IMAGE_TOO_LARGE: {
    kind: 'error', category: 'validation', http: 413, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Screenshot is too large',
    message: 'The screenshot has {pixels} pixels; at most {most} are allowed',
    hint: "Capture one element with 'selector', or omit 'fullPage'.",
    details: z.object({ pixels: z.int(), most: z.int() }),
  },
  PATH_INVALID: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'report', since: '0.1.0',
    summary: 'File cannot be used',
    message: "The file '{path}' cannot be used: {reason}",
    hint: "Ask the operator to remove symbolic links from the plugin's folder.",
    details: z.object({ path: z.string(), reason: z.string() }),
  },
  BASELINE_NOT_FOUND: {
    kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Baseline does not exist',
    message: "There is no baseline '{name}'",
    hint: ['Use one of: {available}; or create it with visual_update_baseline once the page looks right.', 'Create it with visual_update_baseline once the page looks right.'],
    details: baseline().extend({ available: z.array(z.string()).optional() }),
  },
  BASELINE_INVALID: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Baseline is damaged',
    message: "The baseline '{name}' cannot be used: {reason}",
    hint: 'Look at the page with visual_capture, then replace the baseline with visual_update_baseline.',
    details: baseline().extend({ reason: z.string() }),
  },
  ENV_MISMATCH: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Baseline was captured under different conditions',
    message: "The baseline '{name}' was captured under different conditions: {differences}",
    hint: "Repeat the call with the environment and arguments of the baseline, or create a baseline with a different name.",
    details: baseline().extend({ differences: z.array(z.string()) }),
  },
  MISMATCH: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'Page does not match its baseline',
    message: "The page differs from baseline '{name}' in {diff_pixels} pixels",
    hint: 'Look at the image at diff_path, then correct the page or, if the change is intended, call visual_update_baseline.',
    details: baseline().extend({
      diff_pixels: z.int(),
      diff_ratio: z.number(),
      allowed_pixels: z.int(),
      size: z.string(),
      baseline_size: z.string(),
      regions: z.array(z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int(), pixels: z.int() })),
      actual_path: z.string(),
      diff_path: z.string(),
    }),
  },
  WRITE_FAILED: {
    kind: 'error', category: 'internal', http: 500, retryable: true, recovery: 'retry', since: '0.1.0',
    summary: 'File was not written',
    message: "The file '{path}' was not written",
    hint: "Check that the disk has free space and that the server has permission to write to the plugin's folder, then repeat the call.",
    details: z.object({ path: z.string() }),
  },
});

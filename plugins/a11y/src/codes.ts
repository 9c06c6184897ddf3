import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const selector = () => z.object({ argument: z.string(), selector: z.string() });

/** The codes of the plugin. */
// A table reads by the row:
// prettier-ignore
export const codes = definePluginCodes('a11y', {
  UNSUPPORTED: {
    kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
    summary: 'No HTML document to audit',
    message: 'The audit cannot start: {reason}',
    hint: 'Open an HTML document, or switch to a surface that shows one with electron_switch_surface, then repeat the call.',
    details: z.object({ reason: z.string(), surface_id: z.string().optional() }),
  },
  INVALID_SELECTOR: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Selector cannot be used',
    message: "'{selector}' in '{argument}' cannot be used: {reason}",
    hint: "Correct the selector in '{argument}', then repeat the call.",
    details: selector().extend({ reason: z.string() }),
  },
  SCOPE_NOT_FOUND: {
    kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
    summary: 'Selector matches no element',
    message: "'{selector}' in '{argument}' matches no element in the document",
    hint: "Read the page with electron_snapshot and use a selector that matches, or omit '{argument}' to audit the whole document.",
    details: selector(),
  },
  UNKNOWN_RULE: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'axe-core has no such rule or tag',
    message: 'axe-core has no {argument} named: {unknown}',
    hint: 'Use one of: {available}.',
    details: z.object({ argument: z.string(), unknown: z.array(z.string()), available: z.array(z.string()) }),
  },
  ENGINE_FAILED: {
    kind: 'error', category: 'upstream', http: 500, retryable: true, recovery: 'retry', since: '0.1.0',
    summary: 'Audit did not finish',
    message: 'The audit did not finish: {reason}',
    hint: 'Wait until the page has finished loading, then repeat the call; if it fails again, use a smaller scope.',
    details: z.object({ reason: z.string() }),
  },
});

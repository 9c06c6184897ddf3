import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import { asText, assembleFailure, extensionKey, parseSuccess } from '../extension.ts';
import { find } from './nearest.ts';
import { reserved } from './render.ts';

/** Reads a rejection or a passed result. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  if (wire['passed'] === true) return parseSuccess(wire, reserved);
  const code = asText(wire['error_code']);
  const message = asText(wire['error']);
  const summary = asText(wire['summary']);
  const hint = asText(wire['remediation']);
  if (wire['passed'] !== false || code === undefined || message === undefined) return undefined;
  const own = { code, message, ...(summary !== undefined && { summary }), ...(hint !== undefined && { hint }) };
  return assembleFailure(own, wire[extensionKey], find);
};

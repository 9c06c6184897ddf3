import { succeed } from '../../failures/outcome.ts';
import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import { asText, assembleFailure, parseList, parseWarning, takeExtension } from '../extension.ts';
import { parseBatch } from './batch-form.ts';
import { find } from './nearest.ts';

/** Reads an operation result. Returns undefined for failures that are plain text, as older adapters send them. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  if (wire['success'] === true && wire['data'] !== undefined) {
    const warnings = parseList(wire['warnings'], parseWarning) ?? [];
    const batch = parseBatch(wire);
    return batch ? { ...succeed(batch, warnings), batch: true } : succeed(wire['data'], warnings);
  }
  const error = wire['error'];
  if (wire['success'] !== false || !isJsonObject(error)) return undefined;
  const code = asText(error['code']);
  const message = asText(error['message']);
  if (code === undefined || message === undefined) return undefined;
  const { details, extension } = takeExtension(error['details']);
  return assembleFailure({ code, message, ...(Object.keys(details).length > 0 && { details }) }, extension, find);
};

import { succeed } from '../../failures/outcome.ts';
import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import { asText, assembleFailure, parseList, parseWarning, takeExtension } from '../extension.ts';
import { find } from './nearest.ts';

/** Reads an operation result. Failures that are plain texts, as older adapters send them, have no code to read. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  if (wire['success'] === true && wire['data'] !== undefined) {
    return succeed(wire['data'], parseList(wire['warnings'], parseWarning) ?? []);
  }
  const error = wire['error'];
  if (wire['success'] !== false || !isJsonObject(error)) return undefined;
  const code = asText(error['code']);
  const message = asText(error['message']);
  if (code === undefined || message === undefined) return undefined;
  const { details, extension } = takeExtension(error['details']);
  return assembleFailure({ code, message, ...(Object.keys(details).length > 0 && { details }) }, extension, find);
};

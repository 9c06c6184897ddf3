import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import { asFlag, asText, assembleFailure, parseSuccess, takeExtension } from '../extension.ts';
import { find } from './nearest.ts';
import { reserved } from './render.ts';

/** Reads a standard error or a success. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  if (wire['ok'] === true) return parseSuccess(wire, reserved);
  const error = wire['error'];
  if (wire['ok'] !== false || !isJsonObject(error)) return undefined;
  const code = asText(error['code']);
  const message = asText(error['message']);
  const retryable = asFlag(error['retryable']);
  if (code === undefined || message === undefined || retryable === undefined) return undefined;
  const { details, extension } = takeExtension(error['details']);
  const { cause_class: causeClass, ...rest } = details;
  const runId = asText(wire['run_id']);
  const own = {
    code,
    message,
    retryable,
    ...(runId !== undefined && { subject: { type: 'run', id: runId } }),
    ...(code === 'INTERNAL' ? detailsOf(rest) : detailsOf(details)),
    // Our extension contains it, and omits it if it is not known.
    ...(code === 'INTERNAL' &&
      extension === undefined &&
      typeof causeClass === 'string' && { cause_class: causeClass }),
  };
  return assembleFailure(own, extension, find);
};

const detailsOf = <Details extends object>(details: Details): { details?: Details } =>
  Object.keys(details).length > 0 ? { details } : {};

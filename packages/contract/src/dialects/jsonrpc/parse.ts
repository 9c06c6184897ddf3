import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { asText, assembleFailure, extensionKey, parseSuccess } from '../extension.ts';
import { codeOfNumber, find } from './nearest.ts';
import { reserved } from './render.ts';

/** Reads a JSON-RPC response, or the part of one that is in a tool result. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  const { jsonrpc, result, error } = wire;
  if (error !== undefined) return isJsonObject(error) ? parseError(error) : undefined;
  if (jsonrpc === undefined) return parseSuccess(wire, reserved);
  return jsonrpc === '2.0' && isJsonObject(result) ? parseSuccess(result, reserved) : undefined;
};

const parseError = (error: JsonObject): Outcome | undefined => {
  const { code: number, message } = error;
  if (typeof number !== 'number' || !Number.isInteger(number) || typeof message !== 'string') return undefined;
  const data = isJsonObject(error['data']) ? error['data'] : {};
  const problems = parseProblems(data['validation_errors']);
  const extension = isJsonObject(data[extensionKey]) ? data[extensionKey] : {};
  const details = { ...(isJsonObject(extension['details']) && extension['details']), ...(problems && { problems }) };
  const { details: _, ...others } = extension;
  const own = {
    code: asText(data['code']) ?? codeOfNumber(number),
    message,
    ...(Object.keys(details).length > 0 && { details }),
  };
  return assembleFailure(own, others, find);
};

const parseProblems = (wire: Json | undefined): Json | undefined =>
  Array.isArray(wire) && wire.every(isJsonObject)
    ? wire.map(({ path, ...problem }) => ({ path: path === 'root' ? '' : (path ?? ''), ...problem }))
    : undefined;

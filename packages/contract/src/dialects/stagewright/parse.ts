import type { NextAction } from '../../failures/failure.ts';
import { succeed } from '../../failures/outcome.ts';
import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import {
  asFlag,
  asNumber,
  asText,
  assembleFailure,
  extensionKey,
  parseList,
  parseSimilar,
  parseWarning,
} from '../extension.ts';
import { gatherValue } from '../spread-value.ts';
import { find } from './nearest.ts';
import { reserved } from './render.ts';

/** Reads either shape. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  if (wire['ok'] === true) {
    const wrapped = isJsonObject(wire['_meta']) && wire['_meta']['wrapped'] === true;
    return succeed(gatherValue(wire, reserved, wrapped), parseList(wire['warnings'], parseWarning) ?? []);
  }
  const code = asText(wire['code']);
  const message = asText(wire['error']);
  if (wire['ok'] !== false || code === undefined || message === undefined) return undefined;
  const hint = asText(wire['hint']);
  const http = asNumber(wire['http']);
  const retryable = asFlag(wire['retryable']);
  const similar = parseList(wire['similar_refs'], parseSimilar);
  const nextActions = parseList(wire['next_actions'], parseNextActionText);
  const own = {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(http !== undefined && { http }),
    ...(retryable !== undefined && { retryable }),
    ...(similar && { similar }),
    ...(nextActions && { next_actions: nextActions }),
    ...(isJsonObject(wire['details']) && { details: wire['details'] }),
  };
  return assembleFailure(own, wire[extensionKey], find);
};

/** Parses `tool {json}` into a call; prose, as other servers write it, is not a call. */
const parseNextActionText = (text: unknown): NextAction | undefined => {
  const match = typeof text === 'string' ? /^(\S+) (\{.*\})$/s.exec(text) : null;
  if (!match?.[1] || !match[2]) return undefined;
  try {
    const given: unknown = JSON.parse(match[2]);
    return isJsonObject(given) ? { tool: match[1], arguments: given, why: '' } : undefined;
  } catch {
    return undefined;
  }
};

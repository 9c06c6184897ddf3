import type { Outcome } from '../../failures/outcome.ts';
import { coreRegistry } from '../../failures/registry.ts';
import { isJsonObject } from '../../json.ts';
import { asNumber, asText, assembleFailure, parseFailureFields, parseSuccess } from '../extension.ts';
import { instancePrefix, reserved, typePrefix } from './render.ts';

/** Reads one of our problem documents; any other object is a success, which has no mark in this dialect. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  const type = asText(wire['type']);
  if (!type?.startsWith(typePrefix)) return parseSuccess(wire, reserved);
  const names = type.slice(typePrefix.length).split(':').map(decode);
  const code = names.at(-1);
  const message = asText(wire['detail']);
  if (names.length > 2 || !code || message === undefined) return undefined;
  const title = asText(wire['title']);
  const instance = asText(wire['instance']);
  const own = {
    ...parseFailureFields(wire),
    code,
    message,
    http: asNumber(wire['status']) ?? null,
    ...(title !== undefined && { summary: title }),
    ...(instance?.startsWith(instancePrefix) && { correlation_id: decode(instance.slice(instancePrefix.length)) }),
  };
  return assembleFailure(own, { code, namespace: names.length === 2 ? names[0] : null }, coreRegistry.find);
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

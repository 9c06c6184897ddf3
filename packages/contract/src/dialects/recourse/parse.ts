import type { Outcome } from '../../failures/outcome.ts';
import { succeed } from '../../failures/outcome.ts';
import { coreRegistry } from '../../failures/registry.ts';
import { isJsonObject } from '../../json.ts';
import { asText, assembleFailure, parseFailureFields, parseList, parseWarning } from '../extension.ts';
import { gatherValue } from '../spread-value.ts';
import { reserved } from './render.ts';

/** Reads a canonical envelope. */
export const parse = (wire: unknown): Outcome | undefined => {
  if (!isJsonObject(wire)) return undefined;
  const meta = isJsonObject(wire['_meta']) ? wire['_meta'] : {};
  if (wire['ok'] === true) {
    const warnings = parseList(wire['warnings'], parseWarning) ?? [];
    return succeed(gatherValue(wire, reserved, meta['wrapped'] === true), warnings);
  }
  const message = asText(wire['error']);
  const code = asText(wire['code']);
  if (wire['ok'] !== false || message === undefined || code === undefined) return undefined;
  const { namespace, category } = parseFailureFields(meta);
  const { message: _, ...fields } = parseFailureFields(wire);
  const own = {
    ...fields,
    code,
    message,
    ...(category && { category }),
    ...(isJsonObject(wire['details']) && { details: wire['details'] }),
  };
  return assembleFailure(own, { code, namespace: namespace ?? null }, coreRegistry.find);
};

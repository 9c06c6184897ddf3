import { isJsonObject } from '@recourse/contract';
import type { DialectName, JsonObject } from '@recourse/contract';

/** Detects the dialect of a failure's body by its structure. */
export const dialectOf = (body: JsonObject): DialectName | undefined => {
  const { ok, success, passed, error, type } = body;
  if (typeof type === 'string' && type.startsWith('urn:recourse:code:')) return 'problem';
  if (success === false && isJsonObject(error)) return 'mcp-aql';
  if (passed === false) return 'coverctl';
  if (ok === false && isJsonObject(error)) return 'launch';
  // Both write `ok`, `code` and `error` side by side; only ours has the recovery beside them.
  if (ok === false) return typeof body['recovery'] === 'string' ? 'recourse' : 'stagewright';
  return isJsonObject(error) && typeof error['code'] === 'number' ? 'jsonrpc' : undefined;
};

import { isJsonObject } from '@recourse/contract';
import { canonicalOf } from '@recourse/contract/mcp';

/** Types are few and short; whatever a server says in their place is not one. */
const isType = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,128}$/.test(value);

/** The type of a failure: its code, where it looks like one. */
export const errorTypeOfCode = (code: unknown): string => (isType(code) ? code : 'tool_error');

/** The type of a result that says it is an error: the code of the contract, or the word that MCP's conventions have. */
export const errorTypeOfResult = (result: unknown): string | undefined => {
  if (!isJsonObject(result) || result['isError'] !== true) return undefined;
  const failure = canonicalOf(result);
  return errorTypeOfCode(isJsonObject(failure) ? failure['code'] : undefined);
};

/** The type of what was thrown: its code, or its name. */
export const errorTypeOfThrown = (thrown: unknown): string => {
  const { code, name } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  const type = typeof code === 'number' ? String(code) : code;
  return isType(type) ? type : isType(name) ? name : '_OTHER';
};

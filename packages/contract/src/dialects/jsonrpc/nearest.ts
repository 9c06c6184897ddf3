import { coreCodes } from '../../registries/core/codes.ts';
import { githubCodes } from '../../registries/github/codes.ts';
import type { KnownCode } from '../../registries/known-code.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { finderIn, nearestCode } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

/** The eight numbers of the contract, and what each means to a caller who sees nothing but the number. */
const numbers = {
  '-32602': 'INVALID_PARAMS',
  '-32001': 'PERMISSION_DENIED',
  '-32002': 'NOT_FOUND',
  '-32003': 'VALIDATION_ERROR',
  '-32004': 'RATE_LIMIT_EXCEEDED',
  '-32005': 'PR_NOT_MERGEABLE',
  '-32006': 'HEAD_SHA_MISMATCH',
  '-32603': 'INTERNAL_ERROR',
} as const satisfies Readonly<Record<string, KnownCode>>;
type ErrorNumber = -32602 | -32001 | -32002 | -32003 | -32004 | -32005 | -32006 | -32603;

const nearest: NearestCodes<ErrorNumber> = {
  byCategory: {
    validation: -32602,
    not_found: -32002,
    permission: -32001,
    conflict: -32003,
    rate_limit: -32004,
    token: -32003,
    schema: -32603,
    batch: -32603,
    upstream: -32603,
    internal: -32603,
  },
  byCode: {
    // The arguments matched the schema; the upstream refused them.
    VALIDATION_UPSTREAM_REJECTED: -32003,
    VALIDATION_ERROR: -32003,
    PR_NOT_MERGEABLE: -32005,
    BASE_BRANCH_MODIFIED: -32005,
    MERGEABILITY_UNKNOWN: -32005,
    HEAD_SHA_MISMATCH: -32006,
  },
};

/** JSON-RPC's own error numbers, for messages from other implementations. */
const protocolNumbers: Readonly<Record<string, KnownCode>> = {
  '-32700': 'INVALID_PARAMS',
  '-32600': 'INVALID_PARAMS',
  '-32601': 'NOT_FOUND_OPERATION',
};

/** The code that a bare number stands for. */
export const codeOfNumber = (number: number): KnownCode => {
  const known: Readonly<Record<string, KnownCode>> = { ...protocolNumbers, ...numbers };
  return known[String(number)] ?? 'INTERNAL_ERROR';
};

export const find = finderIn(coreCodes, githubCodes);

/**
 * Finds the code of a failure in this dialect. The string code is sent along with the number, so every known code is
 * its own.
 */
export const ownCode = (key: CodeKey): OwnCode<ErrorNumber> => {
  const definition = find(key.code);
  const code = nearestCode(nearest, key);
  return definition && definition.namespace === key.namespace ? { code, definition } : { code };
};

import type { CodeDefinition } from '../../codes/code.ts';
import { coreCodes } from '../../registries/core/codes.ts';
import type { CoreCode } from '../../registries/known-code.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { nearestCode } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

/** The codes of the core that MCP-AQL itself names. */
const ownCodes = [
  'VALIDATION_MISSING_PARAM',
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_UNKNOWN_PARAM',
  'VALIDATION_UNKNOWN_FIELD',
  'VALIDATION_INVALID_ENCODING',
  'VALIDATION_PAYLOAD_TOO_LARGE',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_OUT_OF_RANGE',
  'VALIDATION_PATTERN_MISMATCH',
  'VALIDATION_ENDPOINT_MISMATCH',
  'VALIDATION_TRUNCATED_WARNING',
  'NOT_FOUND_OPERATION',
  'NOT_FOUND_RESOURCE',
  'PERMISSION_DENIED',
  'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
  'PERMISSION_DANGER_LEVEL_DENIED',
  'CONFIRMATION_REQUIRED',
  'RATE_LIMIT_EXCEEDED',
  'RATE_LIMIT_QUOTA_PAUSE',
  'RATE_LIMIT_QUOTA_EXHAUSTED',
  'RATE_LIMIT_QUOTA_WARNING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_ALREADY_USED',
  'TOKEN_SCOPE_MISMATCH',
  'CONFLICT_ALREADY_EXISTS',
  'CONFLICT_VERSION_MISMATCH',
  'SCHEMA_MISSING_FIELD',
  'SCHEMA_INVALID_TYPE',
  'SCHEMA_UNRESOLVED_REF',
  'SCHEMA_DUPLICATE_NAME',
  'SCHEMA_INVALID_NAME',
  'SCHEMA_VERSION_DEPRECATED',
  'SCHEMA_VERSION_UNSUPPORTED',
  'SCHEMA_VALIDATION_ERROR',
  'BATCH_PARTIAL_FAILURE',
  'INTERNAL_ERROR',
] as const satisfies readonly CoreCode[];
type McpAqlCode = (typeof ownCodes)[number];

const nearest: NearestCodes<McpAqlCode> = {
  byCategory: {
    validation: 'VALIDATION_INVALID_TYPE',
    not_found: 'NOT_FOUND_RESOURCE',
    permission: 'PERMISSION_DENIED',
    conflict: 'CONFLICT_VERSION_MISMATCH',
    rate_limit: 'RATE_LIMIT_EXCEEDED',
    token: 'TOKEN_INVALID',
    schema: 'SCHEMA_VALIDATION_ERROR',
    batch: 'BATCH_PARTIAL_FAILURE',
    upstream: 'INTERNAL_ERROR',
    internal: 'INTERNAL_ERROR',
  },
  byCode: {
    VALIDATION_CONTROL_CHARS: 'VALIDATION_INVALID_ENCODING',
    VALIDATION_UNSAFE_PATTERN: 'VALIDATION_PATTERN_MISMATCH',
  },
};

/** Namespaces whose codes belong to another contract. */
const otherContracts: ReadonlySet<string> = new Set(['coverage', 'github', 'launch', 'stage']);
const own: ReadonlySet<string> = new Set(ownCodes);

export const find = (code: string): CodeDefinition | undefined => {
  const definitions: Readonly<Record<string, CodeDefinition>> = coreCodes.definitions;
  return own.has(code) ? definitions[code] : undefined;
};

/** Finds the code of a failure in this dialect. An adapter's own codes are part of MCP-AQL and are kept. */
export const ownCode = (key: CodeKey): OwnCode => {
  const definition = key.namespace === null ? find(key.code) : undefined;
  if (definition) return { code: key.code, definition };
  const isAdapters = key.namespace !== null && !otherContracts.has(key.namespace) && !own.has(key.code);
  return { code: isAdapters ? key.code : nearestCode(nearest, key) };
};

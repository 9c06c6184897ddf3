import { coreCodes } from '../../registries/core/codes.ts';
import type { StageCode } from '../../registries/known-code.ts';
import { stageCodes } from '../../registries/stage/codes.ts';
import type { CodeDefinition } from '../../codes/code.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { finderIn, nearestCode } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

/** Codes of the core that this contract uses as they are: it has none for the same cases. */
const coreNames = [
  'INTERNAL_ERROR',
  'NOT_FOUND_OPERATION',
  'CONFIRMATION_REQUIRED',
  'CONFIRMATION_DENIED',
  'BATCH_PARTIAL_FAILURE',
] as const;
type CoreName = (typeof coreNames)[number];

const nearest: NearestCodes<StageCode | CoreName> = {
  byCategory: {
    validation: 'BAD_ARGUMENT',
    not_found: 'REF_NOT_FOUND',
    permission: 'TOOL_GATED',
    conflict: 'ALREADY_RUNNING',
    rate_limit: 'OPERATION_TIMEOUT',
    token: 'BAD_ARGUMENT',
    schema: 'PLUGIN_CONFIG_INVALID',
    batch: 'BATCH_PARTIAL_FAILURE',
    upstream: 'CDP_DISCONNECTED',
    internal: 'INTERNAL_ERROR',
  },
  byCode: {
    NOT_FOUND_RESOURCE: 'FILE_NOT_FOUND',
    VALIDATION_UNSAFE_CODE: 'EVAL_BLOCKED_CONSTRUCT',
    INTERNAL_TIMEOUT: 'OPERATION_TIMEOUT',
    UPSTREAM_TIMEOUT: 'CDP_TIMEOUT',
  },
};

const findStage = finderIn(stageCodes);

export const find = (code: string): CodeDefinition | undefined =>
  isCoreName(code) ? coreCodes.definitions[code] : findStage(code);

const isCoreName = (code: string): code is CoreName => (coreNames as readonly string[]).includes(code);

/** Finds the code of a failure in this dialect. A plugin's codes, `<plugin>.CODE`, are part of it and are kept. */
export const ownCode = (key: CodeKey): OwnCode => {
  const definition = find(key.code);
  if (definition && definition.namespace === key.namespace) return { code: key.code, definition };
  const isPlugins = key.namespace !== null && key.code.startsWith(`${key.namespace}.`);
  return { code: isPlugins ? key.code : nearestCode(nearest, key) };
};

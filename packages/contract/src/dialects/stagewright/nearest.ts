import { coreCodes } from '../../registries/core/codes.ts';
import type { StageCode } from '../../registries/known-code.ts';
import { stageCodes } from '../../registries/stage/codes.ts';
import type { CodeDefinition } from '../../codes/code.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { finderIn, nearestCode } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

const nearest: NearestCodes<StageCode | 'INTERNAL_ERROR'> = {
  byCategory: {
    validation: 'BAD_ARGUMENT',
    not_found: 'REF_NOT_FOUND',
    permission: 'BAD_ARGUMENT',
    conflict: 'ALREADY_RUNNING',
    rate_limit: 'OPERATION_TIMEOUT',
    token: 'BAD_ARGUMENT',
    schema: 'PLUGIN_CONFIG_INVALID',
    batch: 'EXPECTATION_FAILED',
    upstream: 'CDP_DISCONNECTED',
    internal: 'INTERNAL_ERROR',
  },
  byCode: {
    NOT_FOUND_OPERATION: 'NOT_IMPLEMENTED',
    NOT_FOUND_RESOURCE: 'FILE_NOT_FOUND',
    VALIDATION_UNSAFE_CODE: 'EVAL_BLOCKED_CONSTRUCT',
    INTERNAL_TIMEOUT: 'OPERATION_TIMEOUT',
    UPSTREAM_TIMEOUT: 'CDP_TIMEOUT',
  },
};

const findStage = finderIn(stageCodes);

export const find = (code: string): CodeDefinition | undefined =>
  code === 'INTERNAL_ERROR' ? coreCodes.definitions.INTERNAL_ERROR : findStage(code);

/** How a failure stands in this dialect. A plugin's codes, `<plugin>.CODE`, are part of it and stand as they are. */
export const ownCode = (key: CodeKey): OwnCode => {
  const definition = find(key.code);
  if (definition && definition.namespace === key.namespace) return { code: key.code, definition };
  const isPlugins = key.namespace !== null && key.code.startsWith(`${key.namespace}.`);
  return { code: isPlugins ? key.code : nearestCode(nearest, key) };
};

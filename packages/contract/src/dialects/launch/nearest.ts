import type { CodeDefinition } from '../../codes/code.ts';
import { coreCodes } from '../../registries/core/codes.ts';
import type { CoreCode, LaunchCode } from '../../registries/known-code.ts';
import { launchCodes } from '../../registries/launch/codes.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { finderIn, ownCodeIn } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

const nearest: NearestCodes<LaunchCode> = {
  byCategory: {
    validation: 'INVALID_INPUT',
    not_found: 'INVALID_INPUT',
    permission: 'UNAUTHENTICATED',
    conflict: 'ILLEGAL_STATE',
    rate_limit: 'RATE_LIMITED',
    token: 'INVALID_INPUT',
    schema: 'SCHEMA_VALIDATION_FAILED',
    batch: 'INTERNAL',
    upstream: 'COMMIT_SERVICE_ERROR',
    internal: 'INTERNAL',
  },
  byCode: {
    NOT_FOUND_RESOURCE: 'ARTIFACT_NOT_FOUND',
    VALIDATION_UNSAFE_PATH: 'ALLOWED_PATHS_VIOLATION',
    CONFLICT_IDEMPOTENCY_KEY: 'IDEMPOTENCY_CONFLICT',
    CONFLICT_IN_FLIGHT: 'RUN_BUSY',
    CONFLICT_OUTCOME_UNKNOWN: 'TOOL_TIMEOUT',
    CONFLICT_ALREADY_APPLIED: 'IDEMPOTENCY_CONFLICT',
    RATE_LIMIT_QUOTA_EXHAUSTED: 'BUDGET_EXCEEDED',
    INTERNAL_TIMEOUT: 'TOOL_TIMEOUT',
    CALL_CANCELLED: 'CANCELLED',
  },
};

/**
 * Core codes that are part of this contract: its own set is a minimum, and the core already has codes for
 * confirmations.
 */
const confirmations: ReadonlySet<string> = new Set<CoreCode>(['CONFIRMATION_REQUIRED', 'CONFIRMATION_DENIED']);
const findLaunch = finderIn(launchCodes);
const findCore = finderIn(coreCodes);

export const find = (code: string): CodeDefinition | undefined =>
  confirmations.has(code) ? findCore(code) : findLaunch(code);

/** Finds the code of a failure in this dialect. */
export const ownCode = (key: CodeKey): OwnCode => ownCodeIn(find, nearest, key);

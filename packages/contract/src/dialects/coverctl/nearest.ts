import { coverageCodes } from '../../registries/coverage/codes.ts';
import type { CoverageCode } from '../../registries/known-code.ts';
import type { CodeKey } from '../dialect.ts';
import type { OwnCode } from '../extension.ts';
import { finderIn, ownCodeIn } from '../nearest-code.ts';
import type { NearestCodes } from '../nearest-code.ts';

const nearest: NearestCodes<CoverageCode> = {
  byCategory: {
    validation: 'INPUT_REJECTED_OTHER',
    not_found: 'INPUT_REJECTED_OTHER',
    permission: 'OP_MODE_FORBIDDEN',
    conflict: 'INPUT_REJECTED_OTHER',
    rate_limit: 'OP_RATE_LIMITED',
    token: 'INPUT_REJECTED_OTHER',
    schema: 'OP_CONFIG_INVALID',
    batch: 'OP_INTERNAL_ERROR',
    upstream: 'OP_PROVIDER_ERROR',
    internal: 'OP_INTERNAL_ERROR',
  },
  byCode: {
    NOT_FOUND_OPERATION: 'OP_UNKNOWN_TOOL',
    PERMISSION_DENIED: 'OP_UNAUTHENTICATED',
    VALIDATION_MISSING_PARAM: 'OP_MISSING_ARG',
    VALIDATION_CONTROL_CHARS: 'INPUT_REJECTED_CONTROL_CHARS',
    VALIDATION_UNSAFE_PATH: 'INPUT_REJECTED_PATH_SCOPE',
    VALIDATION_UNSAFE_ARGUMENT: 'INPUT_REJECTED_DANGEROUS_FLAG',
    VALIDATION_UNSAFE_PATTERN: 'INPUT_REJECTED_INVALID_RUN_PATTERN',
    INTERNAL_TIMEOUT: 'OP_TIMEOUT',
    CALL_CANCELLED: 'OP_CANCELLED',
  },
};

export const find = finderIn(coverageCodes);

/** Finds the code of a failure in this dialect. */
export const ownCode = (key: CodeKey): OwnCode => ownCodeIn(find, nearest, key);

import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import type { JsonObject } from '../../json.ts';
import { renderExtension, renderSuccessExtension } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { spreadValue } from '../spread-value.ts';
import { ownCode } from './nearest.ts';

/** `warnings` is not used here: coverctl's own results use it for strings, so our warnings are in the extension. */
export const reserved: ReadonlySet<string> = new Set(['passed', 'error_code', 'recourse']);

const said: ReadonlySet<ExtensionField> = new Set(['message', 'hint']);

/** coverctl's rejection: five fields that are always present, and the extension next to them. */
export const render = (outcome: Outcome): JsonObject => (outcome.ok ? renderSuccess(outcome) : renderFailure(outcome));

const renderFailure = (failure: Failure): JsonObject => {
  const own = ownCode(failure);
  return {
    passed: false,
    error_code: own.code,
    error: failure.message,
    summary: failure.summary,
    remediation: failure.hint,
    recourse: renderExtension(failure, own, said),
  };
};

const renderSuccess = (success: Success): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  return { passed: true, ...fields, ...renderSuccessExtension(success, wrapped) };
};

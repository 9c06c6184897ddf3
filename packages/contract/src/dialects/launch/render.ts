import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import type { JsonObject } from '../../json.ts';
import { extensionKey, renderExtension, renderSuccessExtension } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { spreadValue } from '../spread-value.ts';
import { ownCode } from './nearest.ts';

export const reserved: ReadonlySet<string> = new Set(['ok', 'error', 'recourse']);

const said: ReadonlySet<ExtensionField> = new Set(['message', 'retryable', 'details']);
const saidWithRun: ReadonlySet<ExtensionField> = new Set([...said, 'subject']);

/** The standard error shape: `ok`, `run_id` where there is a run, and `error`. */
export const render = (outcome: Outcome): JsonObject => (outcome.ok ? renderSuccess(outcome) : renderFailure(outcome));

const renderFailure = (failure: Failure): JsonObject => {
  const own = ownCode(failure);
  const runId = failure.subject?.type === 'run' ? failure.subject.id : undefined;
  return {
    ok: false,
    ...(runId !== undefined && { run_id: runId }),
    error: {
      code: own.code,
      message: failure.message,
      retryable: failure.retryable,
      details: {
        ...failure.details,
        // The contract requires it on every INTERNAL, known or not.
        ...(own.code === 'INTERNAL' && { cause_class: failure.cause_class ?? 'Unknown' }),
        [extensionKey]: renderExtension(failure, own, runId === undefined ? said : saidWithRun),
      },
    },
  };
};

const renderSuccess = (success: Success): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  return { ok: true, ...fields, ...renderSuccessExtension(success, wrapped) };
};

import type { SafeCode } from '@recourse/engine/guarded-fields';
import type { Json } from '@recourse/contract';
import { CdpRefusedError } from '../cdp/cdp-errors.ts';
import { fail, StageError } from '../failing.ts';
import { describeResult } from './describe-result.ts';
import type { DescribedResult } from './describe-result.ts';
import { functionBody } from './function-body.ts';
import { namesIn } from './names-in.ts';
import type { EvaluationPlace } from './place.ts';
import { stopCode } from './stop-code.ts';

export interface EvaluationOptions {
  /** Reaches the code as data. */
  readonly arg: Json | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The longest JSON of a result. */
  readonly longest: number;
}

/** Each evaluation has a group of its own for the objects that it keeps in the app. */
let lastGroup = 0;

/**
 * Runs code, waits for its promise, and describes its result. Throws EVAL_SYNTAX_ERROR, EVAL_RUNTIME_ERROR or
 * EVAL_TIMEOUT. Nothing keeps waiting after the time is up, and code that blocks the app is ended.
 */
export const evaluate = async (
  place: EvaluationPlace,
  code: SafeCode,
  { arg, timeoutMs, signal, longest }: EvaluationOptions,
): Promise<Extract<DescribedResult, { text: string }>> => {
  const { session } = place;
  const { hash: code_hash } = code;
  lastGroup += 1;
  const objectGroup = `recourse-eval-${lastGroup}`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('The code exceeded its time limit')), timeoutMs);
  // The bound of the protocol must not come first.
  const options = { timeoutMs: timeoutMs * 2 + 1000, signal: AbortSignal.any([signal, late.signal]) };
  let hasBegun = false;
  try {
    const scope = { expression: place.scope, includeCommandLineAPI: true, objectGroup };
    const { result: self, exceptionDetails: unusable } = await session.send('Runtime.evaluate', scope, options);
    if (unusable) throw runtimeError({ reason: 'the process does not have the Electron API', code_hash }, 'none');
    const call = { objectGroup, awaitPromise: true, userGesture: true };
    hasBegun = true;
    const ran = await session.send(
      'Runtime.callFunctionOn',
      {
        ...call,
        ...objectOf(self),
        functionDeclaration: place.declare(functionBody(code), namesIn(code.program)),
        arguments: [{ value: arg }],
      },
      options,
    );
    if (ran.exceptionDetails) throw syntaxError(ran.exceptionDetails.exception?.description, code_hash);
    const described = await session.send(
      'Runtime.callFunctionOn',
      {
        ...call,
        ...objectOf(ran.result),
        functionDeclaration: describeResult,
        arguments: [{ value: longest }],
        returnByValue: true,
      },
      options,
    );
    if (described.exceptionDetails) throw runtimeError({ reason: 'the result cannot be read', code_hash });
    const answer = described.result.value as DescribedResult;
    if ('text' in answer) return answer;
    throw runtimeError({ error_name: answer.name, reason: answer.message, code_hash });
  } catch (error) {
    if (hasBegun && options.signal.aborted) await stopCode(place);
    if (late.signal.aborted && !signal.aborted) throw timeoutError(timeoutMs, code_hash, hasBegun);
    if (!(error instanceof CdpRefusedError)) throw error;
    // The code itself or the app has loaded another document.
    throw runtimeError({ reason: 'the document was unloaded', code_hash }, hasBegun ? 'unknown' : 'none');
  } finally {
    clearTimeout(timer);
    void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
};

const objectOf = ({ objectId }: { readonly objectId?: string }): { objectId?: string } =>
  objectId === undefined ? {} : { objectId };

/** The function around the code never throws, so it did not compile: V8 knows rules that the parser does not. */
const syntaxError = (description: string | undefined, code_hash: string): StageError => {
  const [first = 'invalid code'] = (description ?? '').replace(/^SyntaxError: /u, '').split('\n');
  return new StageError(fail('EVAL_SYNTAX_ERROR', { reason: first.slice(0, 300), code_hash }, { effect: 'none' }));
};

const runtimeError = (
  details: { error_name?: string; reason: string; code_hash: string },
  effect: 'none' | 'unknown' = 'unknown',
): StageError => new StageError(fail('EVAL_RUNTIME_ERROR', details, { effect }));

const timeoutError = (timeout_ms: number, code_hash: string, hasBegun: boolean): StageError => {
  // Code that has begun may have done its work already.
  const options = hasBegun ? ({ effect: 'unknown', retryable: false } as const) : ({ effect: 'none' } as const);
  return new StageError(fail('EVAL_TIMEOUT', { timeout_ms, code_hash }, options));
};

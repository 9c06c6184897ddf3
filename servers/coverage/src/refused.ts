import { changeFailure, isFailure } from '@recourse/contract';
import type { Failure, FailureOptions, JsonObject } from '@recourse/contract';
import { registry } from './codes.ts';

/** Carries a failure up to the handler that answers with it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** An error to throw, with a code and the details that its row declares. */
export const refuse = (...given: Parameters<typeof registry.fail>): Refused =>
  new Refused(registry.fail(...given) as unknown as Failure);

/** The same for a code and details that another part has put together. */
export const refuseWith = (
  { code, details }: { readonly code: string; readonly details: object },
  options?: FailureOptions,
): Refused => new Refused(registry.fail(code as never, details as never, options));

/** Answers with what was refused on the way. Anything else that is thrown is a bug and goes its way. */
export const answering = async <Value>(
  call: { readonly correlation_id: string },
  handle: () => Promise<Value>,
): Promise<Value | Failure> => {
  try {
    const answer = await handle();
    return isFailure(answer) ? changeFailure(answer, { correlation_id: call.correlation_id }) : answer;
  } catch (thrown) {
    if (thrown instanceof Refused) return changeFailure(thrown.failure, { correlation_id: call.correlation_id });
    throw thrown;
  }
};

/** Converts an object to plain JSON. */
export const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

import { InputError, UsageError } from '../command.ts';
import { reasonOf } from '../registries/read-json.ts';

/** Failures that are told as they are: their messages are made for the operator. By name, so that nothing is loaded. */
const told: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'KeyError',
  'StoreSettingsError',
  'StoreVersionError',
]);

/** What a failure of the store or its configuration means at the terminal; any other is a fault of ours and stays. */
export const explainFailure = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (told.has(error.name)) return new InputError(error.message, { cause: error });
  if (error.name === 'KeyRequestError') return new UsageError(`${error.message}.`, { cause: error });
  if (isUnavailable(error)) return new InputError(whyAway(error), { cause: error });
  return error;
};

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'StoreUnavailableError';

/** That the store is away, and why. */
export const whyAway = (error: Error): string =>
  isUnavailable(error) ? `${error.message}: ${causeOf(error.cause)}` : error.message;

/** Node gathers the attempts at several addresses of one host, and gives the whole no message. */
const causeOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.message === '') return causeOf(cause.errors[0]);
  return cause === undefined ? 'it does not answer' : reasonOf(cause);
};

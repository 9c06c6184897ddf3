import type { OperatorCode } from './operator-codes.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { fromDriverError, fromStoreError } from './store-error.ts';
import { fromSystemError } from './system-error.ts';
import type { AddressOption } from './system-error.ts';

/** Errors of other packages whose messages are written for operators. By name, so that no package is loaded for it. */
const byName: Readonly<Record<string, OperatorCode>> = {
  ConfigurationError: 'CONFIGURATION_INVALID',
  StoreSettingsError: 'STORE_SETTINGS_INVALID',
  StoreVersionError: 'STORE_NEWER',
  KeyError: 'KEY_INVALID',
  GitUnusable: 'GIT_NOT_USABLE',
  DataDirectoryBusy: 'FORGE_DATA_IN_USE',
  SeedProblem: 'FORGE_SEED_INVALID',
  Refusal: 'FORGE_SEED_INVALID',
};

/**
 * The one place that says what an error means to the person at the terminal: a system error, an error of a database
 * driver, or one that another package throws on purpose. Nothing for any other error, which is a bug.
 */
export const toOperatorError = (error: unknown, option?: AddressOption): OperatorError | undefined => {
  if (error instanceof OperatorError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'StoreUnavailableError') return fromStoreError(error);
  if (error.name === 'KeyRequestError' || error.name === 'ForgeUsageError') {
    return new UsageError(sentence(error.message), { cause: error });
  }
  const code = Object.hasOwn(byName, error.name) ? byName[error.name] : undefined;
  if (code !== undefined)
    return new OperatorError(code, sentence(error.message), { cause: error, hint: hintOf(error) });
  if (error instanceof AggregateError && error.errors.length > 0) return toOperatorError(error.errors[0], option);
  return fromSystemError(error, option) ?? fromDriverError(error);
};

const hintOf = (error: Error): string | undefined =>
  'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;

/** Ends a message of one line with a period. */
const sentence = (message: string): string => (/^[^\n]*[^\n.?!]$/u.test(message) ? `${message}.` : message);

import { OperatorError } from '../errors/operator-error.ts';

/**
 * Starts something with the settings of the operator. Servers and the engine throw a TypeError for settings that they
 * cannot work with, such as an unknown mode.
 */
export const settled = async <Result>(start: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OperatorError('SERVER_SETTINGS_INVALID', error.message, { cause: error });
  }
};

import { existsSync, statSync } from 'node:fs';
import { OperatorError } from '../errors/operator-error.ts';

/** Throws if there is no file that could be loaded as a module. */
export const checkModule = (file: string, named: string): void => {
  if (!existsSync(file)) throw new OperatorError('MODULE_NOT_FOUND', `There is no module '${named}' here.`);
  if (statSync(file).isDirectory()) {
    throw new OperatorError('PATH_IS_A_FOLDER', `'${named}' is a directory, not a module.`);
  }
};

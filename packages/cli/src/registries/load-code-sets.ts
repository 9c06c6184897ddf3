import { pathToFileURL } from 'node:url';
import type { CodeSet } from '@recourse/contract';
import { OperatorError } from '../errors/operator-error.ts';
import { checkModule } from '../files/check-module.ts';
import { reasonOf, shownPath } from './read-json.ts';

/**
 * The code sets that a built module exports. The core's, which many modules pass on, counts only if the module
 * has none of its own.
 */
export const loadCodeSets = async (file: string, cwd: string): Promise<readonly CodeSet[]> => {
  const shown = shownPath(file, cwd);
  checkModule(file, shown);
  let loaded: object;
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new OperatorError('MODULE_FAILED', `Cannot load ${shown}: ${reasonOf(error)}`, { cause: error });
  }
  const sets = [...new Set(Object.values(loaded).filter(isCodeSet))];
  const own = sets.filter(({ namespace }) => namespace !== null);
  if (sets.length === 0) {
    throw new OperatorError('MODULE_INVALID', `${shown} exports no codes.`, {
      hint: 'Export what defineCodes() returns.',
    });
  }
  return own.length > 0 ? own : sets;
};

/** By shape and not by class: the module may have come with a copy of the contract of its own. */
const isCodeSet = (value: unknown): value is CodeSet => {
  if (!isRecord(value) || !isRecord(value['definitions'])) return false;
  const { namespace } = value;
  if (namespace !== null && typeof namespace !== 'string') return false;
  return Object.values(value['definitions']).every(
    (definition) => isRecord(definition) && 'kind' in definition && typeof definition['details'] === 'function',
  );
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

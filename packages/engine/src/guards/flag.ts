import { argv } from './argv.ts';
import { refuse } from './guard.ts';
import type { Guard } from './guard.ts';

/** A single flag, with its value in the same argument where it has one. */
export const flag: Guard = async (value, options, settings) => {
  const [verdict] = await argv([value], { allow: options['allow'] }, settings);
  return verdict ?? refuse('empty', 'it is empty');
};

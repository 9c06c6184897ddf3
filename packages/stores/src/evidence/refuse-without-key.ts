import { KeyError } from '../sealing/installation-key.ts';
import type { Attestor } from './attestor.ts';
import { checkMark } from './chain-state.ts';
import type { ChainState } from './chain-state.ts';

/** Refuses to append to a sealed chain without its key: such events look like forged ones. */
export const refuseWithoutKey = ({ head }: ChainState, attestor: Attestor | undefined): void => {
  if (!head || checkMark(attestor, 'head', head) !== 'unknown') return;
  throw new KeyError(
    'The events of this store are sealed with a key that is not available',
    'Set RECOURSE_KEY to the key of the store; to replace the key, set the new key and the old one, separated by a comma.',
  );
};

import type { Attestor } from './attestor.ts';
import { checkMark, signMark } from './chain-state.ts';
import type { ChainState, Mark } from './chain-state.ts';

const mostAtOnce = 1000;

/**
 * The position up to which events are dropped; nothing while there is room. A little more room is made than is needed,
 * so that a full store does not sign a new base for every event.
 */
export const pruneTarget = ({ base, tail }: Pick<ChainState, 'base' | 'tail'>, most: number): number | undefined => {
  if (tail.position - base.position <= most) return undefined;
  const room = Math.min(mostAtOnce, Math.floor(most / 100));
  return tail.position - most + room;
};

/** How the base of the chain changes when events are dropped. */
export type PrunePlan =
  | { readonly kind: 'move'; readonly base: Mark }
  /** The chain is broken already: the events are dropped, and the base stays as the evidence. */
  | { readonly kind: 'keep base' }
  /** Only a process with the key can drop events of a sealed chain. */
  | { readonly kind: 'leave' };

/** Plans to drop the events up to a place of the chain. */
export const planPrune = ({ base }: ChainState, to: Mark, attestor: Attestor | undefined): PrunePlan => {
  switch (checkMark(attestor, 'base', base)) {
    case 'unsigned':
      return { kind: 'move', base: to };
    case 'unknown':
      return { kind: 'leave' };
    case 'invalid':
      return { kind: 'keep base' };
    case 'valid':
      return attestor ? { kind: 'move', base: signMark(attestor, 'base', to) } : { kind: 'leave' };
  }
};

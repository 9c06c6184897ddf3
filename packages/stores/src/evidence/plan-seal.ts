import type { Attestor } from './attestor.ts';
import { checkMark, signMark } from './chain-state.ts';
import type { ChainState, Mark, MarkKind } from './chain-state.ts';

/** What to write to seal a chain up to its newest event. */
export interface SealPlan {
  readonly marks: readonly (readonly [MarkKind, Mark])[];
  /** The seal that stays recorded when the head moves on. */
  readonly seal?: Mark;
}

/** A seal stays recorded for each stretch of this many events. */
export const eventsPerSeal = 1000;

/**
 * Plans the next seal; nothing if there is nothing to seal. A chain that does not continue its last seal is never
 * sealed again: a new signature would hide what happened to it.
 */
export const planSeal = (state: ChainState, attestor: Attestor, now: number): SealPlan | undefined => {
  const { base, start, head, tail } = state;
  if (!head) return base.attested || start.attested ? undefined : startSealing(state, attestor, now);
  if (checkMark(attestor, 'head', head) !== 'valid' || !continues(state, head)) return undefined;
  const renewed = (['base', 'start'] as const)
    .filter((kind) => isOfOlderKey(attestor, kind, state[kind]))
    .map((kind) => [kind, signMark(attestor, kind, state[kind])] as const);
  if (head.position === tail.position && head.attested?.sealed_by === attestor.name) {
    return renewed.length > 0 ? { marks: renewed } : undefined;
  }
  const isDue = Math.floor(tail.position / eventsPerSeal) > Math.floor(head.position / eventsPerSeal);
  const next = { position: tail.position, link: tail.link, number: head.number + (isDue ? 1 : 0), at: now };
  return {
    marks: [...renewed, ['head', signMark(attestor, 'head', next)]],
    ...(isDue && { seal: signMark(attestor, 'seal', next) }),
  };
};

const startSealing = ({ base, tail }: ChainState, attestor: Attestor, now: number): SealPlan => {
  const here = { number: base.number, position: tail.position, link: tail.link, at: now };
  return {
    marks: [
      ['base', signMark(attestor, 'base', base)],
      ['start', signMark(attestor, 'start', here)],
      ['head', signMark(attestor, 'head', here)],
    ],
  };
};

/** Whether the events still lead from the last seal to the newest event. */
const continues = ({ base, start, tail, linkAtHead }: ChainState, head: Mark): boolean => {
  if (tail.position === head.position) return tail.link === head.link;
  if (tail.position < head.position) return false;
  // The events before the start have no links, and those up to the base are gone.
  const known = [base, start].find(({ position }) => position === head.position)?.link ?? linkAtHead;
  return known === head.link;
};

const isOfOlderKey = (attestor: Attestor, kind: MarkKind, mark: Mark): boolean =>
  mark.attested !== undefined &&
  mark.attested.sealed_by !== attestor.name &&
  checkMark(attestor, kind, mark) === 'valid';

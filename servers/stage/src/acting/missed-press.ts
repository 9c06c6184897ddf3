import type { FoundTarget } from '../reading/target.ts';
import type { Act } from './act.ts';
import { NodeGoneError } from './page-node.ts';
import type { Obstacle, PointerVerdict } from './page/guard-pointer.ts';
import { afterInput, covered, disabled, notVisible } from './problem.ts';
import type { Problem } from './problem.ts';

/**
 * The problem of a press that missed its element, or of a click that did not follow its press. Nothing has happened if the
 * press was stopped: the action keeps waiting. A press that the element or another document got is never repeated.
 * Throws NodeGoneError for an element that was removed after that.
 */
export const missedPress = (act: Act, found: FoundTarget, { pressed, clicked, obstacle }: PointerVerdict): Problem => {
  if (pressed === 0) {
    // Without an obstacle, no event came to the document of the element: another one may have got them.
    act.hasBegun = obstacle === null;
    const problem = problemOf(act, found, obstacle ?? { kind: 'moved' }, 'just before it was pressed');
    return act.hasBegun ? afterInput(problem, 'unknown') : problem;
  }
  if (obstacle?.kind === 'removed') throw new NodeGoneError('removed');
  const problem = problemOf(act, found, obstacle ?? { kind: 'moved' }, 'while it was pressed');
  return afterInput(problem, clicked > 0 ? 'partial' : 'unknown');
};

const problemOf = (act: Act, found: FoundTarget, obstacle: Obstacle, when: string): Problem => {
  if (obstacle.kind === 'disabled') return disabled(found, `it was disabled ${when}`, false);
  if (obstacle.kind === 'covered') return covered(act, found, { tag: obstacle.by });
  const what = obstacle.kind === 'moved' ? 'moved' : 'was removed';
  return notVisible(found, `it ${what} ${when}`, act.deadline.timeoutMs);
};

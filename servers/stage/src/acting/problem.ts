import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { fail } from '../failing.ts';
import { placedOf } from '../reading/placed-of.ts';
import type { FoundTarget } from '../reading/target.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import { isHidden } from '../observe/visibility.ts';
import type { Act } from './act.ts';

/** A condition that does not hold yet. */
export interface Problem {
  readonly failure: Failure;
  /** Whether waiting cannot help. */
  readonly isFinal: boolean;
}

/** The element is there, and people do not see it or it moves. */
export const notVisible = (found: FoundTarget, reason: string, timeoutMs: number): Problem => ({
  isFinal: false,
  failure: fail(
    'ELEMENT_NOT_VISIBLE',
    { ref: found.ref, reason, timeout_ms: timeoutMs, last_state: lastState(found) },
    { effect: 'none' },
  ),
});

/** The element cannot be used. Waiting does not help on a page that cannot change. */
export const disabled = (found: FoundTarget, reason: string, isFinal: boolean): Problem => ({
  isFinal,
  failure: fail('ELEMENT_DISABLED', { ref: found.ref, reason, last_state: lastState(found) }, { effect: 'none' }),
});

/** A problem that came up after the page had got input. The action is over, and its effect is not known. */
export const afterInput = ({ failure }: Problem, effect: 'partial' | 'unknown'): Problem => ({
  isFinal: true,
  failure: changeFailure(failure, {
    effect,
    retryable: false,
    recovery: 'verify',
    hint: 'Before you repeat the action, take a snapshot to see what it did.',
  }),
});

/** The element that receives a click in place of another one, and the layer of the page that it belongs to. */
export interface Cover {
  readonly element: FlatNode | undefined;
  readonly layer: FlatNode | undefined;
  /** The tag of an element that came after the look. */
  readonly tag?: string;
}

/** Another element is in front. Its layer is named, and gets a reference, so that the caller can close it. */
export const covered = (act: Act, found: FoundTarget, { element: coverer, layer, tag }: Partial<Cover>): Problem => {
  const details = { ref: found.ref, ...(tag !== undefined && { covered_by: tag }) };
  if (!coverer) return { isFinal: false, failure: fail('ELEMENT_COVERED', details, { effect: 'none' }) };
  const named = layer && layer !== coverer ? layer : nearestShown(found, coverer);
  const placed = placedOf(found.look, named);
  const covering_ref = act.observer.book.show(placed, act.surface.id);
  const { role, name } = placed.element;
  const isPlain = role === 'generic' || role === 'presentation' || role === 'none';
  const unnamed = isPlain ? tagOf(named) : `${role} ${tagOf(named)}`;
  const element = name === '' ? unnamed : `${role} "${name.slice(0, 100)}"`;
  const covered_by = named === coverer ? element : `${tagOf(coverer)} in ${element}`;
  return {
    isFinal: false,
    failure: fail('ELEMENT_COVERED', { ...details, covered_by, covering_ref }, { effect: 'none' }),
  };
};

/** The element itself if snapshots show it, or the nearest one around it that they show. */
const nearestShown = ({ look }: FoundTarget, node: FlatNode): FlatNode => {
  const shown = new Set(
    look.placed.map(({ element: { identity } }) => `${identity.frameId} ${identity.backendNodeId}`),
  );
  for (let at: FlatNode | undefined = node; at; at = at.parent)
    if (shown.has(`${at.document.frameId} ${at.backendNodeId}`)) return at;
  return node;
};

const tagOf = ({ tag, attributes }: FlatNode): string => {
  const id = attributes.get('id');
  const word = (attributes.get('class') ?? '').split(/\s+/).find((one) => one !== '');
  return `<${tag}${id ? ` id="${id.slice(0, 50)}"` : word ? ` class="${word.slice(0, 50)}"` : ''}>`;
};

const lastState = ({ node, placed: { element } }: FoundTarget): Record<string, boolean | 'mixed'> => ({
  visible: !isHidden(node),
  enabled: element.state.disabled !== true,
  ...element.state,
});

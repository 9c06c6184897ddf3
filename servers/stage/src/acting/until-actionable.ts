import type { Failure } from '@recourse/contract';
import { StageError } from '../failing.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { SelectorNoMatchError } from '../reading/select-nodes.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import type { Needs } from './action-needs.ts';
import { NodeGoneError } from './page-node.ts';
import type { PageNode } from './page-node.ts';
import { elementAt, findPoint, findPointInMiddle, layerAt, throughFrame } from './page/hit-test.ts';
import type { HitTest, Point } from './page/hit-test.ts';
import { inspect } from './page/inspect.ts';
import type { Inspection } from './page/inspect.ts';
import { afterInput, covered, disabled, notVisible } from './problem.ts';
import type { Cover, Problem } from './problem.ts';

/** An element that meets the conditions of an action. */
export interface Ready {
  readonly found: FoundTarget;
  /** Where it receives a click, in the viewport of the surface. Undefined if the action needs no place. */
  readonly point: Point | undefined;
}

/**
 * Waits until an element meets the conditions of an action, and calls `use` at once. `use` returns a problem if the
 * element escaped at the last moment; the wait continues then. A lost reference ends the wait: it never comes back.
 */
export const whenActionable = async <Value>(
  act: Act,
  target: Target,
  needs: Needs,
  use: (ready: Ready) => Promise<Value | Problem>,
): Promise<Value> => {
  for (;;) {
    const tried = await attempt(act, target, needs, use);
    if (!('problem' in tried)) return tried.value;
    const { isFinal, failure } = tried.problem;
    if (isFinal || !(await act.deadline.next())) throw failure instanceof Error ? failure : new StageError(failure);
  }
};

/** Marks a value that an action returns as a problem. */
export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'isFinal' in value && 'failure' in value;

interface PendingProblem {
  readonly isFinal: boolean;
  readonly failure: Failure | Error;
}

const attempt = async <Value>(
  act: Act,
  target: Target,
  needs: Needs,
  use: (ready: Ready) => Promise<Value | Problem>,
): Promise<{ readonly value: Value } | { readonly problem: PendingProblem }> => {
  let found: FoundTarget;
  try {
    found = await act.find(target);
  } catch (error) {
    if (error instanceof SelectorNoMatchError) return { problem: { isFinal: false, failure: error } };
    throw error;
  }
  try {
    const ready = await checkNow(act, found, needs);
    if (isProblem(ready)) return { problem: ready };
    const value = await use(ready);
    return isProblem(value) ? { problem: value } : { value };
  } catch (error) {
    if (!(error instanceof NodeGoneError)) throw error;
    const problem = notVisible(found, 'it was removed from the page during the call', act.deadline.timeoutMs);
    // The next look says whether the node was replaced, removed or reloaded.
    if (!act.hasBegun) return { problem };
    await act.find({ ref: found.ref });
    return { problem: afterInput(problem, 'unknown') };
  }
};

/** Checks the conditions once, in the order in which a person would notice them. */
export const checkNow = (act: Act, found: FoundTarget, needs: Needs): Promise<Ready | Problem> =>
  act.using(placeOf(found), async (node) => {
    const { timeoutMs } = act.deadline;
    const seen = await node.ask<Inspection>(inspect, needs.stable);
    if (!seen.isAttached) throw new NodeGoneError('detached');
    if (needs.visible && seen.hidden !== null) return notVisible(found, seen.hidden, timeoutMs);
    if (needs.enabled && seen.disabled !== null) return disabled(found, seen.disabled, !seen.canChange);
    if (needs.writable && seen.readOnly !== null) return disabled(found, seen.readOnly, !seen.canChange);
    if (needs.stable && !seen.isStable) return notVisible(found, 'it is moving', timeoutMs);
    if (!needs.visible) return { found, point: undefined };
    // The page scrolls before it answers the next question.
    const [, hit] = await Promise.all([node.scrollIntoView(), node.ask<HitTest>(findPoint)]);
    const isMissed = needs.receivesEvents && hit.point !== null && !hit.isHit;
    if (isMissed && needs.enabled && seen.unreachable !== null)
      return disabled(found, seen.unreachable, !seen.canChange);
    // A bar at an edge of the viewport covers what is scrolled below it.
    const inMiddle = (): Promise<HitTest> => node.ask<HitTest>(findPointInMiddle);
    const reached = await reach(act, found, node, isMissed ? await inMiddle() : hit, needs);
    const isFrameMissed = !isMissed && isProblem(reached) && reached.failure.code === 'ELEMENT_COVERED';
    return isFrameMissed ? reach(act, found, node, await inMiddle(), needs) : reached;
  });

/** Finds the point of an element where the page is scrolled to now. */
export const reachNow = (act: Act, found: FoundTarget, needs: Needs): Promise<Ready | Problem> =>
  act.using(placeOf(found), async (node) => reach(act, found, node, await node.ask<HitTest>(findPoint), needs));

/** Tests that the point of an element receives its events, in its own frame and in all frames around it. */
const reach = async (
  act: Act,
  found: FoundTarget,
  node: PageNode,
  { point, isHit }: HitTest,
  needs: Needs,
): Promise<Ready | Problem> => {
  if (!point) return notVisible(found, 'it is outside the viewport', act.deadline.timeoutMs);
  if (needs.receivesEvents && !isHit) return covered(act, found, await coverAt(node, found, point));
  return throughFrames(act, found, point, needs);
};

/** Converts the point to the viewport of the surface, and tests that no frame around it is covered there. */
const throughFrames = async (act: Act, found: FoundTarget, inner: Point, needs: Needs): Promise<Ready | Problem> => {
  const { look } = found;
  let point = inner;
  for (let owner = look.capture.ownerOf(found.node.document); owner; owner = look.capture.ownerOf(owner.document)) {
    const frame = { node: owner, look };
    const problem = await act.using(placeOf(frame), async (node) => {
      const outer = await node.ask<HitTest & { point: Point }>(throughFrame, point);
      point = outer.point;
      if (!needs.receivesEvents || outer.isHit) return undefined;
      const cover = await coverAt(node, frame, point);
      if (!cover.isInViewport) return notVisible(found, 'it is outside the viewport', act.deadline.timeoutMs);
      return covered(act, found, cover);
    });
    if (problem) return problem;
  }
  return { found, point };
};

/** Finds the element that receives a click in place of a node, and the layer of the page that it belongs to. */
const coverAt = async (
  node: PageNode,
  frame: Pick<FoundTarget, 'node' | 'look'>,
  point: Point,
): Promise<Cover & { readonly isInViewport: boolean }> => {
  const hit = await node.findNode(elementAt, point);
  return {
    isInViewport: hit !== undefined,
    element: nodeIn(frame, hit),
    layer: nodeIn(frame, await node.findNode(layerAt, point)),
  };
};

/** The node of a document with this id, in the look that the target was found in. It may have come after the look. */
export const nodeIn = (
  { node, look }: Pick<FoundTarget, 'node' | 'look'>,
  backendNodeId: number | undefined,
): FlatNode | undefined => {
  const { frameId } = node.document;
  const document = look.capture.documents.find((one) => one.frameId === frameId);
  return document?.nodes.find((one) => one.backendNodeId === backendNodeId);
};

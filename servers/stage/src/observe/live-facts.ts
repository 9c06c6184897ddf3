import type { CdpSession } from '../cdp/connection.ts';
import { CdpClosedError, CdpRefusedError } from '../cdp/cdp-errors.ts';
import type { Capture } from './capture.ts';
import type { FlatNode } from './flat-node.ts';
import type { LiveFacts } from './states.ts';

/** The name of the world in which observation runs its few lines, out of sight of the page. */
export const worldName = 'recourse-stage';
const mostIndeterminate = 50;

/** Returns the element with the focus, then the checkboxes that are neither on nor off. */
const question = `(() => [document.activeElement, ...[...document.querySelectorAll('input[type=checkbox]:indeterminate')].slice(0, ${mostIndeterminate})])()`;

/** Asks for what the capture does not hold. A frame that refuses, because it is just loading, adds nothing. */
export const readLiveFacts = async (
  capture: Capture,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<LiveFacts> => {
  const focused = new Set<string>();
  const indeterminate = new Set<string>();
  await Promise.all(
    capture.documents.map(async ({ frameId }) => {
      const session = capture.sessionOf(frameId);
      try {
        const [active, ...mixed] = await askFrame(session, frameId, options);
        if (active !== undefined) focused.add(`${frameId} ${active}`);
        for (const id of mixed) indeterminate.add(`${frameId} ${id}`);
      } catch (error) {
        // A frame that hangs now has been captured; only what is asked here is missing.
        const isTop = frameId === capture.document.frameId;
        if (error instanceof CdpClosedError || (isTop && !(error instanceof CdpRefusedError))) throw error;
      }
    }),
  );
  const key = (node: FlatNode): string => `${node.document.frameId} ${node.backendNodeId}`;
  return {
    isFocused: (node) => node.tag !== 'body' && focused.has(key(node)),
    isIndeterminate: (node) => indeterminate.has(key(node)),
  };
};

const askFrame = async (
  session: CdpSession,
  frameId: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<readonly number[]> => {
  const world = { frameId, worldName, grantUniveralAccess: false };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world, options);
  const evaluation = { expression: question, contextId: executionContextId, objectGroup: worldName };
  const { result } = await session.send('Runtime.evaluate', evaluation, options);
  if (result.objectId === undefined) return [];
  try {
    const properties = { objectId: result.objectId, ownProperties: true };
    const { result: list } = await session.send('Runtime.getProperties', properties, options);
    const objects = list.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId);
    return await Promise.all(
      objects.map(async (objectId, index) => {
        if (objectId === undefined) return -1;
        const { node } = await session.send('DOM.describeNode', { objectId }, options);
        return index === 0 ? await focusInShadow(session, node, options) : node.backendNodeId;
      }),
    );
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: worldName }, options);
  }
};

interface DescribedNode {
  readonly backendNodeId: number;
  readonly shadowRoots?: readonly DescribedNode[] | undefined;
  readonly shadowRootType?: string | undefined;
}

/** Follows the focus into shadow roots, closed ones included: the protocol can name them, the page cannot. */
const focusInShadow = async (
  session: CdpSession,
  node: DescribedNode,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<number> => {
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType !== 'user-agent');
  if (!root) return node.backendNodeId;
  const resolved = { backendNodeId: root.backendNodeId, objectGroup: worldName };
  const { object } = await session.send('DOM.resolveNode', resolved, options);
  if (object.objectId === undefined) return node.backendNodeId;
  const asked = { objectId: object.objectId, functionDeclaration: 'function () { return this.activeElement; }' };
  const { result } = await session.send('Runtime.callFunctionOn', { ...asked, objectGroup: worldName }, options);
  if (result.objectId === undefined) return node.backendNodeId;
  const { node: inside } = await session.send('DOM.describeNode', { objectId: result.objectId }, options);
  return focusInShadow(session, inside, options);
};

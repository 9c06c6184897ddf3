import { worldName } from '../observe/live-facts.ts';
import type { FoundTarget } from './target.ts';

/** Reads computed styles of an element in a world of its own, out of sight of the page. */
export const readComputedStyle = async (
  { node, look }: FoundTarget,
  properties: readonly string[],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> => {
  const { frameId } = node.document;
  const session = look.capture.sessionOf(frameId);
  const options = signal && { signal };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName }, options);
  const { object } = await session.send(
    'DOM.resolveNode',
    { backendNodeId: node.backendNodeId, executionContextId, objectGroup: worldName },
    options,
  );
  const { result } = await session.send(
    'Runtime.callFunctionOn',
    {
      objectId: object.objectId as string,
      functionDeclaration: read,
      arguments: [{ value: [...properties] }],
      returnByValue: true,
    },
    options,
  );
  await session.send('Runtime.releaseObjectGroup', { objectGroup: worldName }, options);
  return result.value as Record<string, string>;
};

const read = `function (names) {
  const style = getComputedStyle(this);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}`;

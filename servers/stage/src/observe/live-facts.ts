import type { CdpSession, SendOptions } from '../cdp/connection.ts';
import { CdpClosedError, CdpRefusedError } from '../cdp/cdp-errors.ts';
import type { Surface } from '../surface.ts';
import type { Capture } from './capture.ts';
import type { FlatNode } from './flat-node.ts';
import type { LiveFacts } from './states.ts';

/** The name of the world in which observation runs its few lines, out of sight of the page. */
export const worldName = 'recourse-stage';
const mostIndeterminate = 50;

/**
 * Returns the element with the focus, then the checkboxes that are neither on nor off; null if there are none, and
 * true if the focus alone is where it was. Properties are read through the prototypes, because a document answers for the
 * names of its forms.
 */
const reader = `((last) => {
  const active = Reflect.get(Document.prototype, 'activeElement', document);
  const list = Document.prototype.querySelectorAll.call(document, 'input[type=checkbox]:indeterminate');
  const mixed = [...list].slice(0, ${mostIndeterminate});
  if (mixed.length > 0) return [active, ...mixed];
  if (active === null || active === Reflect.get(Document.prototype, 'body', document)) return null;
  return active === last ? true : active;
})`;

/** Elements that cannot have a shadow root of a page, in which the focus would move unseen. */
const withoutShadow: ReadonlySet<string> = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'SUMMARY', 'TEXTAREA']);

/** A reader that waits in the stage's own world of a frame, with the element that it has found last. */
interface Reader {
  readonly contextId: number;
  readonly objectId: string;
  last?: { readonly objectId: string; readonly id: number } | undefined;
}

/** The readers by session and frame. Their ids are unique: one of a document that was unloaded is refused. */
const readers = new WeakMap<CdpSession, Map<string, Reader>>();

/** The facts of a frame. */
interface FrameFacts {
  /** The context of the stage's own world in the frame. */
  readonly contextId: number;
  readonly active: number | undefined;
  readonly mixed: readonly number[];
}

/** Questions to frames that are on their way, by the ids of the frames. */
type Asked = ReadonlyMap<string, Promise<FrameFacts>>;

/** Asks the frames that are known before a capture, while it is made. */
export const askFrames = (surface: Surface, options: SendOptions): Asked =>
  new Map(
    surface.frames().map(({ frameId, session }) => {
      const answer = askFrame(session, frameId, options);
      // Only the answers for frames that are captured are read.
      answer.catch(() => undefined);
      return [frameId, answer] as const;
    }),
  );

/** Facts that are not part of a capture, and the worlds in which they were read. */
export interface Live {
  readonly facts: LiveFacts;
  /** All of them as a string, which is the same for the same facts. */
  readonly key: string;
  /** The contexts of the stage's own world, by the ids of their frames. */
  readonly worlds: ReadonlyMap<string, number>;
}

/** Asks for what the capture does not hold. A frame that refuses, because it is just loading, adds nothing. */
export const readLiveFacts = async (capture: Capture, asked: Asked, options: SendOptions): Promise<Live> => {
  const focused = new Set<string>();
  const indeterminate = new Set<string>();
  const worlds = new Map<string, number>();
  await Promise.all(
    capture.documents.map(async ({ frameId }) => {
      const known = capture.isRepeated ? undefined : asked.get(frameId);
      try {
        const { contextId, active, mixed } = await (known ?? askFrame(capture.sessionOf(frameId), frameId, options));
        worlds.set(frameId, contextId);
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
    facts: {
      isFocused: (node) => node.tag !== 'body' && focused.has(key(node)),
      isIndeterminate: (node) => indeterminate.has(key(node)),
    },
    key: [...focused, '', ...indeterminate].join('\n'),
    worlds,
  };
};

const askFrame = async (session: CdpSession, frameId: string, options: SendOptions): Promise<FrameFacts> => {
  const known = readers.get(session) ?? new Map<string, Reader>();
  readers.set(session, known);
  const waiting = known.get(frameId);
  if (waiting) {
    try {
      return await readFacts(session, waiting, options);
    } catch (error) {
      if (!(error instanceof CdpRefusedError)) throw error;
      known.delete(frameId);
    }
  }
  const world = { frameId, worldName, grantUniveralAccess: false };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world, options);
  const { result } = await session.send('Runtime.evaluate', { expression: reader, contextId }, options);
  const made: Reader = { contextId, objectId: result.objectId as string };
  known.set(frameId, made);
  return readFacts(session, made, options);
};

/** Each question has a group of its own, so that another reader of the page cannot release its objects. */
let lastGroup = 0;

const readFacts = async (session: CdpSession, from: Reader, options: SendOptions): Promise<FrameFacts> => {
  const { contextId, objectId: readerId, last } = from;
  lastGroup += 1;
  const objectGroup = `${worldName}-facts-${lastGroup}`;
  const call = {
    objectId: readerId,
    functionDeclaration: 'function (last) { return this(last); }',
    arguments: [last ? { objectId: last.objectId } : { value: null }],
    objectGroup,
  };
  const { result } = await session.send('Runtime.callFunctionOn', call, options);
  const { objectId, subtype } = result;
  if (objectId === undefined) return { contextId, active: result.value === true ? last?.id : undefined, mixed: [] };
  const describe = async (id: string): Promise<DescribedNode> =>
    (await session.send('DOM.describeNode', { objectId: id }, options)).node;
  const release = (): void =>
    // The objects of a document that was unloaded are released already.
    void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  if (subtype === 'node') {
    const node = await describe(objectId);
    if (withoutShadow.has(node.nodeName)) {
      if (last) void session.send('Runtime.releaseObject', { objectId: last.objectId }).catch(() => undefined);
      from.last = { objectId, id: node.backendNodeId };
      return { contextId, active: node.backendNodeId, mixed: [] };
    }
    const active = await focusInShadow(session, node, { ...options, contextId, objectGroup }).finally(release);
    return { contextId, active, mixed: [] };
  }
  try {
    const { result: list } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
    const objects = list.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId);
    const [active, ...mixed] = await Promise.all(
      objects.map(async (id, index) => {
        if (id === undefined) return -1;
        const node = await describe(id);
        return index === 0
          ? await focusInShadow(session, node, { ...options, contextId, objectGroup })
          : node.backendNodeId;
      }),
    );
    return { contextId, active, mixed };
  } finally {
    release();
  }
};

interface DescribedNode {
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly shadowRoots?: readonly DescribedNode[] | undefined;
  readonly shadowRootType?: string | undefined;
}

/** Follows the focus into shadow roots, closed ones included: the protocol can name them, the page cannot. */
const focusInShadow = async (
  session: CdpSession,
  node: DescribedNode,
  options: SendOptions & { readonly contextId: number; readonly objectGroup: string },
): Promise<number> => {
  const { contextId, objectGroup } = options;
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType !== 'user-agent');
  if (!root) return node.backendNodeId;
  const resolved = { backendNodeId: root.backendNodeId, executionContextId: contextId, objectGroup };
  const { object } = await session.send('DOM.resolveNode', resolved, options);
  if (object.objectId === undefined) return node.backendNodeId;
  const asked = { objectId: object.objectId, functionDeclaration: 'function () { return this.activeElement; }' };
  const { result } = await session.send('Runtime.callFunctionOn', { ...asked, objectGroup }, options);
  if (result.objectId === undefined) return node.backendNodeId;
  const { node: inside } = await session.send('DOM.describeNode', { objectId: result.objectId }, options);
  return focusInShadow(session, inside, options);
};

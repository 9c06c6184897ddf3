import { setMaxListeners } from 'node:events';
import type { CdpSession } from '../cdp/connection.ts';
import { CdpRefusedError } from '../cdp/cdp-errors.ts';
import type { FlatDocument, FlatNode } from '../observe/flat-node.ts';
import type { Look } from '../observe/observe.ts';
import type { SimilarElement } from '../references/reference-lost-error.ts';
import { guardSelector } from './guard-selector.ts';

/** A selector that is not valid CSS. */
export class SelectorInvalidError extends Error {
  override readonly name = 'SelectorInvalidError';
  readonly selector: string;

  constructor(selector: string) {
    super(`'${selector}' is not a valid CSS selector`);
    this.selector = selector;
  }
}

/** A selector that matches nothing. */
export class SelectorNoMatchError extends Error {
  override readonly name = 'SelectorNoMatchError';
  readonly selector: string;
  /** Elements that the caller may have meant, with references. */
  readonly similar: () => readonly SimilarElement[];

  constructor(selector: string, similar: () => readonly SimilarElement[] = () => []) {
    super(`No element matches '${selector}'`);
    this.selector = selector;
    this.similar = similar;
  }
}

/** Nodes that a selector matches, and how many there are in all. */
export interface Selected {
  readonly nodes: readonly FlatNode[];
  readonly count: number;
}

export interface SelectOptions {
  readonly signal?: AbortSignal | undefined;
  /** The most nodes to return. Every one costs a call. */
  readonly most?: number;
}

const mostNodes = 500;
/** More shadow roots than pages have. Each costs two calls. */
const mostRoots = 200;

/**
 * The nodes that a CSS selector matches, in every frame and shadow root of a look, in document order. The browser's own
 * engine matches; nothing runs in the page. Masked attributes match nothing.
 */
export const selectNodes = async (
  look: Look,
  selector: string,
  { signal, most = mostNodes }: SelectOptions = {},
): Promise<Selected> => {
  // Each of many calls listens to the signal. Node would warn of a leak.
  if (signal) setMaxListeners(0, signal);
  const guarded = guardSelector(selector, look.capture.documents);
  if (guarded === undefined) throw new SelectorInvalidError(selector);
  const bySession = new Map<CdpSession, FlatDocument[]>();
  for (const document of look.capture.documents) {
    const session = look.capture.sessionOf(document.frameId);
    const documents = bySession.get(session);
    if (documents) documents.push(document);
    else bySession.set(session, [document]);
  }
  const found = await Promise.all(
    [...bySession].map(([session, documents]) =>
      selectInProcess(session, documents, { selector, guarded }, { signal, most }),
    ),
  );
  return { nodes: found.flatMap(({ nodes }) => nodes), count: found.reduce((sum, { count }) => sum + count, 0) };
};

/** The last query of each session. */
const lastQueries = new WeakMap<CdpSession, Promise<unknown>>();

/** Runs one query after the other: each of them makes the ids of nodes invalid that were given before. */
const selectInProcess = (...[session, ...query]: Parameters<typeof queryProcess>): Promise<Selected> => {
  const before = lastQueries.get(session) ?? Promise.resolve();
  const selected = before.then(() => queryProcess(session, ...query));
  lastQueries.set(
    session,
    selected.catch(() => undefined),
  );
  return selected;
};

const queryProcess = async (
  session: CdpSession,
  documents: readonly FlatDocument[],
  { selector, guarded }: { readonly selector: string; readonly guarded: string },
  { signal, most }: SelectOptions & { readonly most: number },
): Promise<Selected> => {
  const options = signal && { signal };
  const inShadow = await Promise.all(documents.map((document) => shadowRoots(session, document, options)));
  const roots = [...documents.map(({ root }) => root.backendNodeId), ...inShadow.flat()];
  // Makes all ids of nodes invalid that were given before, so it is called once.
  await session.send('DOM.getDocument', { depth: 0 }, options);
  const pushed = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds: roots }, options);
  const lists = await Promise.all(
    pushed.nodeIds.map(async (nodeId) => {
      try {
        return (await session.send('DOM.querySelectorAll', { nodeId, selector: guarded }, options)).nodeIds;
      } catch (error) {
        if (error instanceof CdpRefusedError) throw isGone(error) ? error : new SelectorInvalidError(selector);
        throw error;
      }
    }),
  );
  const matches = lists.flat();
  const ids = await Promise.all(
    matches.slice(0, most).map(async (nodeId) => {
      const { node } = await session.send('DOM.describeNode', { nodeId }, options);
      return node.backendNodeId;
    }),
  );
  const wanted = new Set(ids);
  const nodes = documents.flatMap((document) =>
    document.nodes.filter(({ backendNodeId }) => wanted.has(backendNodeId)),
  );
  return { nodes, count: matches.length };
};

const isGone = ({ message }: CdpRefusedError): boolean => message.includes('Could not find node');

const shadowRoots = async (
  session: CdpSession,
  { nodes }: FlatDocument,
  options: { readonly signal: AbortSignal } | undefined,
): Promise<readonly number[]> => {
  const hosts = new Set(
    nodes
      .filter(({ shadow, parent }) => shadow !== undefined && shadow !== 'user-agent' && parent !== undefined)
      .map(({ parent }) => parent as FlatNode),
  );
  const described = await Promise.all(
    [...hosts].slice(0, mostRoots).map(async ({ backendNodeId }) => {
      const { node } = await session.send('DOM.describeNode', { backendNodeId, depth: 0 }, options);
      return node.shadowRoots ?? [];
    }),
  );
  return described
    .flat()
    .filter(({ shadowRootType }) => shadowRootType !== 'user-agent')
    .map(({ backendNodeId }) => backendNodeId);
};

import type { CdpSession } from '../cdp/connection.ts';
import type { FrameSession, Surface } from '../surface.ts';
import { CdpClosedError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { styleNames } from './flat-node.ts';
import type { FlatDocument, FlatNode } from './flat-node.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Snapshot } from './read-snapshot.ts';
import { toCssPixels } from './to-css-pixels.ts';

export interface CaptureOptions {
  /** How long the app may take for all of it. Defaults to 10 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Nodes beyond this number are left out. */
  readonly mostNodes?: number;
  /** A capture of the same surface, which is returned again if nothing has changed. */
  readonly last?: Capture | undefined;
}

/** A surface as it was at one moment, with the documents of all its frames. */
export interface Capture {
  readonly surface: Surface;
  readonly document: FlatDocument;
  readonly documents: readonly FlatDocument[];
  readonly viewport: { readonly width: number; readonly height: number };
  /** How many pixels of the window a CSS pixel takes: the zoom that a person or the app has set. */
  readonly zoom: number;
  /** The session that answers for a frame. */
  readonly sessionOf: (frameId: string) => CdpSession;
  /** The frame element that shows a document; undefined for the top document. */
  readonly ownerOf: (document: FlatDocument) => FlatNode | undefined;
  /** Whether nodes were left out because the page has too many. */
  readonly isCut: boolean;
  /** Whether the page loaded another document meanwhile, and was captured again. */
  readonly isRepeated: boolean;
  /** Frames of other processes that did not answer in time, or ended during the capture. */
  readonly missingFrames: readonly string[];
  /** The answers of the browser, if all frames are in one process. A capture with the same answers is the same. */
  readonly answers?: Answers;
}

interface Layout extends Pick<Capture, 'viewport' | 'zoom'> {}

interface Answers {
  readonly main: CapturedProcess;
  readonly layout: Layout;
  readonly mostNodes: number;
}

export const captureTimeoutMs = 10_000;
export const mostCapturedNodes = 100_000;
/** A page that loads repeatedly is captured between two loads, or not at all. */
const mostAttempts = 3;

/**
 * Captures the documents of all frames of a surface. Nothing runs in the page. Throws CdpTimeoutError within
 * `timeoutMs` if the renderer of the top frame hangs; a frame of another process that hangs for half of it is left out.
 */
export const capture = async (surface: Surface, options: CaptureOptions = {}): Promise<Capture> => {
  const endsAt = performance.now() + (options.timeoutMs ?? captureTimeoutMs);
  const remaining = (): number => Math.max(1, Math.ceil(endsAt - performance.now()));
  const send = { signal: options.signal, remaining, mostNodes: options.mostNodes ?? mostCapturedNodes };
  const [top, ...others] = surface.frames();
  if (!top) throw new Error('The surface has no top frame.');
  const failed: FrameSession[] = [];
  const [main, { cssLayoutViewport, cssVisualViewport }, ...frames] = await Promise.all([
    captureProcess(top, send, options.last?.answers?.main),
    top.session.send('Page.getLayoutMetrics', undefined, sendOptions(send)),
    ...others.map((frame) =>
      captureProcess(frame, { ...send, remaining: () => Math.ceil(remaining() / 2) }).catch((error: unknown) => {
        if (endsCapture(error, options.signal)) throw error;
        failed.push(frame);
        return undefined;
      }),
    ),
  ]);
  const layout: Layout = {
    viewport: { width: cssLayoutViewport.clientWidth, height: cssLayoutViewport.clientHeight },
    zoom: cssVisualViewport.zoom ?? 1,
  };
  if (others.length === 0) {
    const answers = { main, layout, mostNodes: send.mostNodes };
    return options.last && isSame(options.last.answers, answers) ? options.last : readAlone(surface, answers);
  }
  const processes = [main, ...frames.filter((frame) => frame !== undefined)].map((one) => readProcess(one, send));
  await Promise.all(
    processes.slice(1).map(async (process) => {
      const owner = await ownerOf(process.frame, processes, send);
      if (owner) (owner as { content: FlatNode['content'] }).content = process.documents[0];
    }),
  );
  // A frame that is not on the page any more is not missing.
  const missing = await Promise.all(
    failed.map(async (frame) => ((await ownerOf(frame, processes, send)) ? [frame.frameId] : [])),
  );
  return assemble(surface, processes, { ...layout, missingFrames: missing.flat() });
};

/** Reads the answers of a capture once more. Masking changes the documents of a capture. */
export const readAgain = ({ surface, answers }: Capture & { readonly answers: Answers }): Capture =>
  readAlone(surface, answers);

const readAlone = (surface: Surface, answers: Answers): Capture => {
  const read = assemble(surface, [readProcess(answers.main, answers)], { ...answers.layout, missingFrames: [] });
  return { ...read, answers };
};

const isSame = (last: Answers | undefined, now: Answers): boolean =>
  last !== undefined &&
  !now.main.isRepeated &&
  last.main.snapshot === now.main.snapshot &&
  last.mostNodes === now.mostNodes &&
  last.layout.zoom === now.layout.zoom &&
  last.layout.viewport.width === now.layout.viewport.width &&
  last.layout.viewport.height === now.layout.viewport.height &&
  last.main.loaders.size === now.main.loaders.size &&
  [...now.main.loaders].every(([frameId, loaderId]) => last.main.loaders.get(frameId) === loaderId);

const assemble = (
  surface: Surface,
  processes: readonly ReadProcess[],
  { zoom, ...rest }: Layout & Pick<Capture, 'missingFrames'>,
): Capture => {
  const sessions = new Map(
    processes.flatMap(({ frame, documents: own }) => own.map(({ frameId }) => [frameId, frame.session] as const)),
  );
  const documents = processes.flatMap((process) => process.documents);
  const owners = new Map<FlatDocument, FlatNode>();
  for (const { nodes } of documents) for (const node of nodes) if (node.content) owners.set(node.content, node);
  if (zoom !== 1) for (const document of documents) toCssPixels(document, zoom);
  return {
    ...rest,
    surface,
    ownerOf: (document) => owners.get(document),
    document: documents[0] as FlatDocument,
    documents,
    zoom,
    sessionOf: (frameId) => sessions.get(frameId) ?? surface.session,
    isCut: processes.some(({ isCut }) => isCut),
    isRepeated: processes.some(({ isRepeated }) => isRepeated),
  };
};

interface Sending {
  readonly signal: AbortSignal | undefined;
  readonly remaining: () => number;
  readonly mostNodes: number;
}

/** The answers about the documents of one process. */
interface CapturedProcess {
  readonly frame: FrameSession;
  readonly snapshot: Snapshot;
  readonly loaders: ReadonlyMap<string, string>;
  readonly isRepeated: boolean;
}

interface ReadProcess extends Pick<CapturedProcess, 'frame' | 'isRepeated'> {
  readonly documents: readonly FlatDocument[];
  readonly isCut: boolean;
}

const readProcess = (
  { frame, snapshot, loaders, isRepeated }: CapturedProcess,
  { mostNodes }: { readonly mostNodes: number },
): ReadProcess => {
  const documents = readSnapshot(snapshot, { loaderOf: (id) => loaders.get(id) ?? '', mostNodes });
  const total = snapshot.documents.reduce((sum, { nodes }) => sum + (nodes.parentIndex?.length ?? 0), 0);
  return { frame, documents, isCut: total > mostNodes, isRepeated };
};

const sendOptions = ({ signal, remaining }: Sending) => ({ timeoutMs: remaining(), ...(signal && { signal }) });

/**
 * Reads the ids of the loads before and after the capture: they are not part of it. Those of the last capture are as good
 * as those before, because a load that has ended does not come back. The page answers the questions in the order in which
 * it gets them, so that none has to wait for the answer to another.
 */
const captureProcess = async (
  frame: FrameSession,
  sending: Sending,
  last?: CapturedProcess,
): Promise<CapturedProcess> => {
  const { session } = frame;
  const styles = { computedStyles: [...styleNames], includeDOMRects: false, includePaintOrder: false };
  const first = last?.frame.session === session ? 0 : 1;
  for (let attempt = first; ; attempt += 1) {
    const known = attempt === 0 ? last : undefined;
    const [before, snapshot, after] = await Promise.all([
      known?.loaders ?? loadersOf(session, sending),
      session.send('DOMSnapshot.captureSnapshot', styles, { ...sendOptions(sending), keepsAnswer: true }),
      loadersOf(session, sending),
    ]);
    const frames = snapshot.documents.map(({ frameId }) => snapshot.strings[frameId] ?? '');
    const isKept = known === undefined || rootIdOf(known.snapshot) === rootIdOf(snapshot);
    if (isKept && frames.every((id) => before.get(id) !== undefined && before.get(id) === after.get(id)))
      return { frame, snapshot, loaders: before, isRepeated: attempt > first };
    if (attempt === mostAttempts) throw new CdpTimeoutError('DOMSnapshot.captureSnapshot', sending.remaining());
  }
};

/** The document's own node. The browser can show the document of an earlier load again. */
const rootIdOf = ({ documents: [top] }: Snapshot): number | undefined => top?.nodes.backendNodeId?.[0];

interface FrameTree {
  readonly frame: { readonly id: string; readonly loaderId: string };
  readonly childFrames?: readonly FrameTree[];
}

const loadersOf = async (session: CdpSession, sending: Sending): Promise<ReadonlyMap<string, string>> => {
  const loaders = new Map<string, string>();
  const add = ({ frame, childFrames = [] }: FrameTree): void => {
    loaders.set(frame.id, frame.loaderId);
    for (const child of childFrames) add(child);
  };
  const { frameTree } = await session.send('Page.getFrameTree', undefined, sendOptions(sending));
  add(frameTree);
  return loaders;
};

/** The element that shows a frame of another process; undefined if the page does not show it any more. */
const ownerOf = async (
  { frameId, parentFrameId }: FrameSession,
  all: readonly ReadProcess[],
  sending: Sending,
): Promise<FlatNode | undefined> => {
  const parent = all.find(({ documents }) => documents.some((document) => document.frameId === parentFrameId));
  if (!parent) return undefined;
  try {
    const { backendNodeId } = await parent.frame.session.send('DOM.getFrameOwner', { frameId }, sendOptions(sending));
    return parent.documents.flatMap(({ nodes }) => nodes).find((node) => node.backendNodeId === backendNodeId);
  } catch (error) {
    if (endsCapture(error, sending.signal)) throw error;
    return undefined;
  }
};

/** A frame that hangs, loads or ends is left out; a lost connection or a cancelled call ends everything. */
const endsCapture = (error: unknown, signal: AbortSignal | undefined): boolean =>
  error instanceof CdpClosedError || signal?.aborted === true;

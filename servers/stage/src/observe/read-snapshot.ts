import type { Result } from '../cdp/connection.ts';
import type { Box, FlatDocument, FlatNode, ShadowKind, StyleName } from './flat-node.ts';
import { styleNames } from './flat-node.ts';

export type Snapshot = Result<'DOMSnapshot.captureSnapshot'>;
type SnapshotDocument = Snapshot['documents'][number];
type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

export interface ReadOptions {
  readonly loaderOf: (frameId: string) => string;
  /** Nodes beyond this number are not read. */
  readonly mostNodes: number;
}

/** Reads the documents of one process. The first is the document of the session's own frame. */
export const readSnapshot = (snapshot: Snapshot, options: ReadOptions): readonly FlatDocument[] => {
  let left = options.mostNodes;
  const documents = snapshot.documents.map((document) => {
    const read = readDocument(snapshot, document, { ...options, mostNodes: left });
    left -= read.nodes.length;
    return read;
  });
  for (const [index, document] of snapshot.documents.entries()) {
    for (const [at, node] of rare(document.nodes.contentDocumentIndex)) {
      const frame = documents[index]?.nodes[at];
      const content = documents[node];
      if (frame && content) (frame as Mutable<FlatNode>).content = content;
    }
  }
  return documents;
};

const readDocument = (snapshot: Snapshot, document: SnapshotDocument, options: ReadOptions): FlatDocument => {
  const string = (index: number | undefined): string =>
    index === undefined || index < 0 ? '' : (snapshot.strings[index] ?? '');
  const { nodes: source, layout } = document;
  const frameId = string(document.frameId);
  const byId = new Map<string, FlatNode[]>();
  const nodes: Mutable<FlatNode>[] = [];
  const read: Mutable<FlatDocument> = {
    url: string(document.documentURL),
    title: string(document.title),
    frameId,
    loaderId: options.loaderOf(frameId),
    scroll: { x: document.scrollOffsetX ?? 0, y: document.scrollOffsetY ?? 0 },
    root: undefined as unknown as FlatNode,
    byId,
    nodes,
  };
  const count = Math.min(source.parentIndex?.length ?? 0, Math.max(1, options.mostNodes));
  const values = new Map([...rare(source.textValue), ...rare(source.inputValue)]);
  const shadows = new Map(rare(source.shadowRootType));
  const checked = new Set(source.inputChecked?.index);
  const selected = new Set(source.optionSelected?.index);
  const clickable = new Set(source.isClickable?.index);
  const layoutOf = new Map<number, number>();
  for (const [at, index] of layout.nodeIndex.entries()) layoutOf.set(index, at);
  const styles = new StyleTable(string);
  for (let index = 0; index < count; index += 1) {
    const parent = nodes[source.parentIndex?.[index] ?? -1];
    const at = layoutOf.get(index);
    const type = source.nodeType?.[index];
    const node: Mutable<FlatNode> = {
      tag: string(source.nodeName?.[index]).toLowerCase(),
      text: type === 3 ? string(source.nodeValue?.[index]) : '',
      data: type === 3 ? string(source.nodeValue?.[index]) : '',
      attributes: readAttributes(source.attributes?.[index], string),
      backendNodeId: source.backendNodeId?.[index] ?? 0,
      document: read,
      order: index,
      parent,
      children: [],
      content: undefined,
      shadow: shadows.has(index) ? (string(shadows.get(index)) as ShadowKind) : undefined,
      value: values.has(index) ? string(values.get(index)) : undefined,
      isChecked: checked.has(index),
      isSelected: selected.has(index),
      isClickable: clickable.has(index),
      box: at === undefined ? undefined : boxOf(layout.bounds[at]),
      isLaidOut: false,
      style: at === undefined ? undefined : styles.read(layout.styles[at]),
    };
    if (at !== undefined && layout.text[at] !== undefined && layout.text[at] >= 0) node.text = string(layout.text[at]);
    const id = node.attributes.get('id');
    if (id) addTo(byId, id, node);
    (parent?.children as FlatNode[] | undefined)?.push(node);
    nodes.push(node);
  }
  // Children come after their parents, so one pass backwards reaches every ancestor.
  for (const node of nodes.toReversed()) {
    if (node.box) node.isLaidOut = true;
    if (node.isLaidOut && node.parent) (node.parent as Mutable<FlatNode>).isLaidOut = true;
  }
  read.root = nodes[0] as FlatNode;
  return read;
};

const addTo = (byId: Map<string, FlatNode[]>, id: string, node: FlatNode): void => {
  const known = byId.get(id);
  if (known) known.push(node);
  else byId.set(id, [node]);
};

const rare = (data: { index: number[]; value: number[] } | undefined): (readonly [number, number])[] =>
  (data?.index ?? []).map((index, at) => [index, data?.value[at] ?? -1]);

const boxOf = (bounds: readonly number[] | undefined): Box | undefined => {
  const [x, y, width, height] = bounds ?? [];
  return x === undefined || y === undefined || width === undefined || height === undefined
    ? undefined
    : { x, y, width, height };
};

const none: ReadonlyMap<string, string> = new Map();

const readAttributes = (
  pairs: readonly number[] | undefined,
  string: (index: number | undefined) => string,
): ReadonlyMap<string, string> => {
  if (!pairs || pairs.length === 0) return none;
  const attributes = new Map<string, string>();
  for (let at = 0; at + 1 < pairs.length; at += 2) attributes.set(string(pairs[at]), string(pairs[at + 1]));
  return attributes;
};

/** Nodes with equal styles share one object: large pages have a few dozen combinations. */
class StyleTable {
  readonly #known = new Map<string, Readonly<Record<StyleName, string>>>();
  readonly #string: (index: number | undefined) => string;

  constructor(string: (index: number | undefined) => string) {
    this.#string = string;
  }

  read(indexes: readonly number[] | undefined): Readonly<Record<StyleName, string>> {
    const key = String(indexes);
    const known = this.#known.get(key);
    if (known) return known;
    const style = Object.fromEntries(styleNames.map((name, at) => [name, this.#string(indexes?.[at])])) as Record<
      StyleName,
      string
    >;
    this.#known.set(key, style);
    return style;
  }
}

/** A box in CSS pixels, relative to the top left corner of its frame's document. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The document of a frame, as it was when it was captured. */
export interface FlatDocument {
  readonly url: string;
  readonly title: string;
  readonly frameId: string;
  /** Changes with every load, also of the same address. */
  readonly loaderId: string;
  /** How far the document is scrolled. */
  readonly scroll: { readonly x: number; readonly y: number };
  readonly root: FlatNode;
  /** The nodes with an id attribute, to which `for` and `aria-labelledby` point. */
  readonly byId: ReadonlyMap<string, readonly FlatNode[]>;
  /** The nodes of the document, without those of the documents in its frames. */
  readonly nodes: readonly FlatNode[];
}

export type ShadowKind = 'open' | 'closed' | 'user-agent';

/** The computed styles that observation needs, in the order in which they are requested. */
export const styleNames = [
  'display',
  'visibility',
  'opacity',
  'pointer-events',
  'cursor',
  '-webkit-text-security',
] as const;
export type StyleName = (typeof styleNames)[number];

/**
 * A node of the flat tree, which is what people see: the content of shadow roots is below its host, slotted nodes
 * below their slot, and the document of a frame below its frame.
 */
export interface FlatNode {
  /** Lower-case name of an element; `#text`, `#document` or `::before` otherwise. */
  readonly tag: string;
  /** The text of a text node as it is laid out, or its data if it is not. */
  readonly text: string;
  /** The data of a text node, which is there also while it is not laid out. */
  readonly data: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly backendNodeId: number;
  readonly document: FlatDocument;
  /** The place of the node in its document, counted in document order. */
  readonly order: number;
  readonly parent: FlatNode | undefined;
  readonly children: readonly FlatNode[];
  /** The document inside a frame element. */
  readonly content: FlatDocument | undefined;
  /** The kind of shadow tree that the node is part of. */
  readonly shadow: ShadowKind | undefined;
  /** The current value of a form field, which may differ from its attribute. */
  readonly value: string | undefined;
  readonly isChecked: boolean;
  readonly isSelected: boolean;
  /** Whether a click on it does something: a listener, a link, a control. */
  readonly isClickable: boolean;
  /** Undefined if the node itself is not laid out. */
  readonly box: Box | undefined;
  /** Whether the node or a node below it is laid out. An element with `display: contents` has no box of its own. */
  readonly isLaidOut: boolean;
  readonly style: Readonly<Record<StyleName, string>> | undefined;
}

import type { Box } from './flat-node.ts';

/** Identifies a node for as long as its document lives. Ids of nodes repeat in other targets and after a load. */
export interface NodeIdentity {
  readonly targetId: string;
  readonly frameId: string;
  readonly loaderId: string;
  readonly backendNodeId: number;
}

/** The states that apply to an element; those that do not apply are absent. */
export interface ElementState {
  readonly disabled?: boolean;
  readonly checked?: boolean | 'mixed';
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
  readonly focused?: boolean;
  readonly readonly?: boolean;
  readonly required?: boolean;
  readonly invalid?: boolean;
  readonly busy?: boolean;
  readonly hidden?: boolean;
}

/** A part of a page that an agent needs: a control, a heading, a row, a paragraph. */
export interface StageElement {
  readonly identity: NodeIdentity;
  readonly role: string;
  /** The accessible name, or the text of an element that holds nothing but text. */
  readonly name: string;
  readonly description?: string;
  /** The level of a heading. */
  readonly level?: number;
  /** Masked for passwords and fields marked as secret. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly state: ElementState;
  readonly isInteractive: boolean;
  /** In CSS pixels, relative to the viewport of the surface. */
  readonly box?: Box;
  readonly isInViewport: boolean;
  /** The text of the row, list item or card that tells it from others with the same name. */
  readonly context?: string;
  readonly children: readonly StageElement[];
}

/** A surface as it was at one moment. */
export interface Observation {
  readonly surfaceId: string;
  readonly url: string;
  readonly title: string;
  readonly loaderId: string;
  readonly elements: readonly StageElement[];
  /** Whether parts of the page are missing because it is too large or too deep. */
  readonly isCut: boolean;
  /** Whether names and rows are missing because the page takes too many steps to read. */
  readonly areNamesCut: boolean;
  /** Frames of other processes that did not answer. */
  readonly missingFrames: readonly string[];
}

/** A map key for an identity. */
export const keyOf = ({ targetId, frameId, loaderId, backendNodeId }: NodeIdentity): string =>
  `${targetId} ${frameId} ${loaderId} ${backendNodeId}`;

/** Every element of a tree, parents before their children. */
export function* eachElement(elements: readonly StageElement[]): Generator<StageElement> {
  for (const element of elements) {
    yield element;
    yield* eachElement(element.children);
  }
}

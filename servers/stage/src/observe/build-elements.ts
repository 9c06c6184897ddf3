import type { Capture } from './capture.ts';
import type { NodeIdentity, StageElement } from './element.ts';
import type { Box, FlatDocument, FlatNode } from './flat-node.ts';
import { descriptionOf } from './names/description-of.ts';
import { nameOf } from './names/name-of.ts';
import { isLabelOfControl } from './names/referenced.ts';
import { clip, collapse } from './names/text.ts';
import { isWorthShowing } from './names/worth-showing.ts';
import { rowContext } from './row-context.ts';
import { elementRole, isInteractive } from './element-role.ts';
import { transparentRoles } from './roles/role-facts.ts';
import { stateOf } from './states.ts';
import type { LiveFacts } from './states.ts';
import { stepsOf } from './steps.ts';
import { shownValue } from './values.ts';
import { hidesContent, isInvisible } from './visibility.ts';

export interface BuildOptions {
  readonly live: LiveFacts;
}

/** Deeper parts are left out: only hostile pages nest so deeply. */
const deepest = 1000;

/** Roles that say all they are in one line: the text in them is their name. */
const leafRoles: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'clickable',
  'combobox',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'tooltip',
  'treeitem',
]);
/** Roles whose content is not part of the page: pictures, and fields, whose content is their value. */
const closedRoles: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'img',
  'searchbox',
  'slider',
  'spinbutton',
  'textbox',
  'video',
]);
/** Elements that are not part of what a page shows. */
export const skippedTags: ReadonlySet<string> = new Set(['head', 'noscript', 'script', 'style', 'template']);

/** Turns the flat tree of a surface into the elements that an agent needs. Says whether parts of it are too deep. */
export const buildElements = (
  capture: Capture,
  options: BuildOptions,
): { readonly elements: readonly StageElement[]; readonly isTooDeep: boolean } => {
  const builder = new Builder(capture, options);
  const elements = builder.documentElements(capture.document, { x: 0, y: 0 }, 0);
  return { elements, isTooDeep: builder.isTooDeep };
};

/** Builds one element apart from its place in the tree: one that is hidden, or that a selector names. */
export const buildElement = (node: FlatNode, capture: Capture, options: BuildOptions): StageElement =>
  new Builder(capture, options).element(node, {
    offset: offsetOf(node.document, capture),
    depth: deepest,
    isConsumed: false,
  });

/** Where the origin of a document is in the viewport of the surface. */
const offsetOf = (document: FlatDocument, capture: Capture): Place['offset'] => {
  const owner = capture.ownerOf(document);
  const around = owner ? offsetOf(owner.document, capture) : { x: 0, y: 0 };
  const { x, y } = document.scroll;
  return { x: around.x + (owner?.box?.x ?? 0) - x, y: around.y + (owner?.box?.y ?? 0) - y };
};

interface Place {
  /** Where the origin of the document is in the viewport of the surface. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly depth: number;
  /** Whether the text here is part of a name that is shown already. */
  readonly isConsumed: boolean;
}

class Builder {
  readonly #capture: Capture;
  readonly #options: BuildOptions;
  isTooDeep = false;

  constructor(capture: Capture, options: BuildOptions) {
    this.#capture = capture;
    this.#options = options;
  }

  documentElements(document: FlatDocument, origin: Place['offset'], depth: number): readonly StageElement[] {
    const offset = { x: origin.x - document.scroll.x, y: origin.y - document.scroll.y };
    return this.#childrenOf(document.root, { offset, depth, isConsumed: false });
  }

  #childrenOf(node: FlatNode, place: Place): StageElement[] {
    const found = new TextRuns((nodes, text) => this.#text(nodes, text, place));
    this.#walk(node, place, found);
    found.end();
    return found.elements;
  }

  #walk(node: FlatNode, place: Place, found: TextRuns): void {
    if (place.depth >= deepest) {
      this.isTooDeep ||= node.children.length > 0;
      return;
    }
    for (const child of node.children) {
      if (child.tag === '#text') {
        if (!place.isConsumed && !isInvisible(child) && !hidesContent(child)) found.addText(child);
        continue;
      }
      if (skippedTags.has(child.tag) || child.tag.startsWith('::') || hidesContent(child)) continue;
      this.#visit(child, place, found);
    }
  }

  #visit(node: FlatNode, place: Place, found: TextRuns): void {
    const role = elementRole(node, this.#capture.viewport);
    const isShown =
      !isInvisible(node) && !transparentRoles.has(role) && (!place.isConsumed || isInteractive(node, role));
    const deeper = { ...place, depth: place.depth + 1 };
    if (isShown && !isRepeatedCaption(node, role)) {
      found.add(this.element(node, deeper));
      return;
    }
    if (node.tag === 'br') {
      found.addBreak();
      return;
    }
    const isBlock = !(node.style?.display ?? 'inline').startsWith('inline');
    if (isBlock) found.end();
    const isConsumed = place.isConsumed || isRepeatedCaption(node, role) || isLabelOfControl(node);
    this.#walk(node, { ...deeper, isConsumed }, found);
    if (isBlock) found.end();
  }

  element(node: FlatNode, place: Place): StageElement {
    if (node.tag === '#text') return this.#textElement(node, collapse(node.text), place);
    const role = elementRole(node, this.#capture.viewport);
    const name = role === 'clickable' && nameOf(node).text === '' ? textOf(node) : nameOf(node).text;
    const children = this.#content(node, role, place);
    const isOnlyText = children.length > 0 && children.every((child) => child.role === 'text');
    const isNamedByContent = nameOf(node).from === 'content';
    const collapses = isOnlyText && (name === '' || isNamedByContent) && (isNamedByContent || children.length === 1);
    const shownName = collapses ? name || (children[0]?.name ?? '') : name;
    const isNamedByChildren = isNamedByContent && !collapses && !leafRoles.has(role) && children.length > 0;
    const box = boxAt(node.box, place.offset);
    const context = rowContext(node);
    const value = shownValue(node, role);
    const description = descriptionOf(node);
    const level = role === 'heading' ? levelOf(node) : undefined;
    const placeholder = node.attributes.get('placeholder');
    return {
      identity: this.#identity(node),
      role,
      name: isNamedByChildren ? '' : shownName,
      ...(description !== '' && { description }),
      ...(level !== undefined && { level }),
      ...(value !== undefined && { value }),
      ...(placeholder && placeholder !== name && { placeholder: clip(placeholder) }),
      state: stateOf(node, role, this.#options.live),
      isInteractive: isInteractive(node, role),
      ...(box && { box }),
      isInViewport: this.#isInViewport(box),
      ...(context !== undefined && { context }),
      children: collapses ? [] : children,
    };
  }

  #content(node: FlatNode, role: string, place: Place): readonly StageElement[] {
    if (node.content) {
      const origin = { x: place.offset.x + (node.box?.x ?? 0), y: place.offset.y + (node.box?.y ?? 0) };
      return this.documentElements(node.content, origin, place.depth);
    }
    if (closedRoles.has(role)) return [];
    return this.#childrenOf(node, { ...place, isConsumed: leafRoles.has(role) });
  }

  #text(nodes: readonly FlatNode[], text: string, place: Place): StageElement | undefined {
    const [first] = nodes;
    return first && isWorthShowing(text) ? this.#textElement(first, text, place) : undefined;
  }

  #textElement(first: FlatNode, text: string, place: Place): StageElement {
    const box = boxAt(first.box, place.offset);
    const context = rowContext(first);
    return {
      identity: this.#identity(first),
      role: 'text',
      name: clip(text),
      state: {},
      isInteractive: false,
      ...(box && { box }),
      isInViewport: this.#isInViewport(box),
      ...(context !== undefined && { context }),
      children: [],
    };
  }

  #identity({ document, backendNodeId }: FlatNode): NodeIdentity {
    const { frameId, loaderId } = document;
    return { targetId: this.#capture.surface.targetId, frameId, loaderId, backendNodeId };
  }

  #isInViewport(box: Box | undefined): boolean {
    const { width, height } = this.#capture.viewport;
    return box !== undefined && box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
  }
}

/** Collects elements, and the text between them as one element for each line. */
class TextRuns {
  readonly elements: StageElement[] = [];
  readonly #make: (nodes: readonly FlatNode[], text: string) => StageElement | undefined;
  #nodes: FlatNode[] = [];
  #text = '';

  constructor(make: (nodes: readonly FlatNode[], text: string) => StageElement | undefined) {
    this.#make = make;
  }

  addText(node: FlatNode): void {
    if (this.#nodes.length === 0 && node.text.trim() === '') return;
    this.#nodes.push(node);
    this.#text += node.text;
  }

  addBreak(): void {
    this.#text += ' ';
  }

  add(element: StageElement): void {
    this.end();
    this.elements.push(element);
  }

  end(): void {
    if (this.#nodes.length === 0) return;
    const element = this.#make(this.#nodes, collapse(this.#text));
    this.#nodes = [];
    this.#text = '';
    if (element) this.elements.push(element);
  }
}

const textOf = (node: FlatNode): string => {
  const parts: string[] = [];
  const steps = stepsOf(node.document);
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (depth > 50 || parts.length > 200 || !steps.take()) return;
      if (hidesContent(child)) continue;
      if (child.tag === '#text') {
        if (!isInvisible(child)) parts.push(child.text);
      } else {
        const label = child.attributes.get('aria-label') ?? child.attributes.get('alt') ?? '';
        parts.push(' ', isInvisible(child) ? '' : label);
        walk(child, depth + 1);
        parts.push(' ');
      }
    }
  };
  walk(node, 0);
  return clip(collapse(parts.join('')));
};

/** The caption of a table or the legend of a group, which is the name of that. */
const isRepeatedCaption = (node: FlatNode, role: string): boolean =>
  (role === 'caption' && node.tag === 'caption') || node.tag === 'legend';

const levelOf = ({ tag, attributes }: FlatNode): number => {
  const stated = Number.parseInt(attributes.get('aria-level') ?? '', 10);
  if (stated > 0) return stated;
  const own = /^h([1-6])$/.exec(tag)?.[1];
  return own === undefined ? 2 : Number(own);
};

const boxAt = (box: Box | undefined, offset: Place['offset']): Box | undefined =>
  box && {
    x: Math.round(box.x + offset.x),
    y: Math.round(box.y + offset.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };

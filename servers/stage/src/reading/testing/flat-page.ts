import type { CdpSession } from '../../cdp/connection.ts';
import { placeElements } from '../../references/placed.ts';
import type { PlacedLook } from '../observer.ts';
import { buildElements } from '../../observe/build-elements.ts';
import type { Capture } from '../../observe/capture.ts';
import type { FlatDocument, FlatNode } from '../../observe/flat-node.ts';
import { maskSecrets } from '../../observe/secrets/mask-secrets.ts';
import { SecretMemory } from '../../observe/secrets/secret-memory.ts';
import { stepsOf } from '../../observe/steps.ts';

/** An element of a page that was never in a browser; a string is a text node. */
export type Part = string | PagePart;
interface PagePart {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Part[];
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Writes an element. Attributes `:value`, `:checked` and `:id` set what a browser knows besides attributes. */
export const h = (
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Part[]
): PagePart => ({
  tag,
  attributes,
  children,
});

const inline: ReadonlySet<string> = new Set([
  'a',
  'b',
  'button',
  'em',
  'i',
  'img',
  'input',
  'label',
  'select',
  'span',
  'strong',
]);

/** A document with a laid out box for every node, one below the other. */
const flatDocument = (parts: readonly Part[], loaderId = 'loader-1'): FlatDocument => {
  const nodes: Mutable<FlatNode>[] = [];
  const byId = new Map<string, FlatNode[]>();
  const document: Mutable<FlatDocument> = {
    url: 'http://127.0.0.1/page',
    title: 'Page',
    frameId: 'frame-1',
    loaderId,
    scroll: { x: 0, y: 0 },
    root: undefined as unknown as FlatNode,
    byId,
    nodes,
  };
  const add = (part: Part, parent: FlatNode | undefined): FlatNode => {
    const isText = typeof part === 'string';
    const given = isText ? {} : part.attributes;
    const attributes = new Map(Object.entries(given).filter(([name]) => !name.startsWith(':')));
    const isHidden = attributes.has('hidden') || parent?.isLaidOut === false;
    const node: Mutable<FlatNode> = {
      tag: isText ? '#text' : part.tag,
      text: isText ? part : '',
      data: isText ? part : '',
      attributes,
      backendNodeId: Number(given[':id'] ?? nodes.length + 1),
      document,
      order: nodes.length,
      parent,
      children: [],
      content: undefined,
      shadow: undefined,
      value: given[':value'],
      isChecked: given[':checked'] === 'true',
      isSelected: attributes.has('selected'),
      isClickable: false,
      box: isHidden ? undefined : { x: 0, y: 20 * nodes.length, width: 100, height: 20 },
      isLaidOut: !isHidden,
      style: isHidden
        ? undefined
        : {
            display: isText || inline.has(part.tag) ? 'inline' : 'block',
            visibility: 'visible',
            opacity: '1',
            'pointer-events': 'auto',
            cursor: 'auto',
            '-webkit-text-security': 'none',
          },
    };
    nodes.push(node);
    const id = attributes.get('id');
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), node]);
    if (!isText) node.children = part.children.map((child) => add(child, node));
    return node;
  };
  document.root = add(h('#document', {}, h('html', {}, h('body', {}, ...parts))), undefined);
  return document;
};

/** A look at such a page. */
export const flatLook = (
  parts: readonly Part[],
  options: { readonly secrets?: SecretMemory; readonly loaderId?: string } = {},
): PlacedLook => {
  const document = flatDocument(parts, options.loaderId);
  const secrets = options.secrets ?? new SecretMemory();
  const session = undefined as unknown as CdpSession;
  const surface = {
    id: 's1',
    kind: 'page',
    targetId: 'target-1',
    url: '',
    title: '',
    session,
    frames: () => [],
    isClosed: false,
  } as const;
  const capture: Capture = {
    surface,
    document,
    documents: [document],
    viewport: { width: 800, height: 600 },
    zoom: 1,
    sessionOf: () => session,
    ownerOf: () => undefined,
    isCut: false,
    isRepeated: false,
    missingFrames: [],
  };
  maskSecrets([document], secrets);
  const build = { live: { isFocused: () => false, isIndeterminate: () => false } };
  const { url, title, loaderId } = document;
  const { elements, isTooDeep } = buildElements(capture, build);
  const areNamesCut = stepsOf(document).areUsedUp;
  const observation = {
    surfaceId: surface.id,
    url,
    title,
    loaderId,
    elements,
    isCut: isTooDeep,
    areNamesCut,
    missingFrames: [],
  };
  return { capture, build, worlds: new Map(), observation, placed: placeElements(observation) };
};

import type { FlatDocument, FlatNode } from '../flat-node.ts';
import { secretAttributes } from './secret-fields.ts';
import { secretMask } from './secret-mask.ts';
import type { SecretMemory } from './secret-memory.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

const markers: ReadonlySet<string> = new Set(secretAttributes);
/** Attributes by which tests name elements. */
const testIds: ReadonlySet<string> = new Set(['data-cy', 'data-qa', 'data-test', 'data-test-id', 'data-testid']);
const telling = /^(?:value|aria-valuetext|aria-valuenow|data-.+)$/u;

/** Whether an attribute usually holds or repeats what an element holds. */
export const isTelling = (attribute: string): boolean =>
  telling.test(attribute) && !testIds.has(attribute) && !markers.has(attribute);

/** Attributes that stand for content. They are secret inside a secret element, and name it on the element itself. */
const describing: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'href',
  'label',
  'placeholder',
  'src',
  'srcset',
  'title',
]);

/**
 * Masks the secrets of a capture in the capture itself, so that no name, value, row or text that is made from it can
 * tell them. The text of an element becomes one mask, however long it is.
 */
export const maskSecrets = (documents: readonly FlatDocument[], secrets: SecretMemory): void => {
  secrets.note(documents);
  for (const { nodes } of documents) {
    const outermost = new Map<FlatNode, FlatNode>();
    const masked = new Set<FlatNode>();
    for (const node of nodes as readonly Mutable<FlatNode>[]) {
      if (!secrets.isSecret(node)) continue;
      const root = (node.parent && outermost.get(node.parent)) ?? node;
      outermost.set(node, root);
      node.attributes = maskAttributes(node, node !== root);
      if (node.value) node.value = secretMask;
      if ((node.text || node.data).trim() === '') continue;
      const text = masked.has(root) ? '' : secretMask;
      masked.add(root);
      node.text = text;
      node.data = text;
    }
  }
};

const maskAttributes = ({ attributes, value = '' }: FlatNode, isInside: boolean): FlatNode['attributes'] => {
  if (attributes.size === 0) return attributes;
  const own = value.length > 2 ? value : undefined;
  const mask = ([name, text]: readonly [string, string]): readonly [string, string] => {
    if (text === '' || markers.has(name)) return [name, text];
    const isSecret = isTelling(name) || (isInside && describing.has(name)) || (own !== undefined && text.includes(own));
    return [name, isSecret ? secretMask : text];
  };
  return new Map([...attributes].map(mask));
};

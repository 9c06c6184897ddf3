import type { FlatDocument, FlatNode } from '../observe/flat-node.ts';
import { isTelling } from '../observe/secrets/mask-secrets.ts';
import { secretSelector } from '../observe/secrets/secret-fields.ts';
import { secretMask } from '../observe/secrets/secret-mask.ts';
import { attributeTestsOf } from './attribute-tests.ts';

/** Beyond this number of secret elements, an attribute that one of them hides matches nowhere. */
const mostDescribed = 50;
const longestName = 200;

/**
 * Rewrites a selector so that no comparison with a masked attribute matches the element that it is masked on. Otherwise
 * `input[value^=a]`, `input[value^=b]` and so on would read a password letter by letter. All other matches stay.
 * Undefined if the selector cannot be read.
 */
export const guardSelector = (selector: string, documents: readonly FlatDocument[]): string | undefined => {
  const tests = attributeTestsOf(selector);
  let guarded = selector;
  for (const { attribute, end } of tests?.toReversed() ?? []) {
    const hidden = hidingElements(attribute, documents);
    if (hidden.length > 0) guarded = `${guarded.slice(0, end)}:not(${hidden.join(',')})${guarded.slice(end)}`;
  }
  return tests && guarded;
};

/** Selectors for all elements on which an attribute is masked. They may match a few more. */
const hidingElements = (attribute: string, documents: readonly FlatDocument[]): readonly string[] => {
  const described = new Set<string>();
  for (const { nodes } of documents)
    for (const node of nodes) if (hides(node, attribute)) described.add(describe(node));
  const seen = described.size > mostDescribed ? ['*'] : described;
  // The page may have got another password field since it was captured.
  return [...(isTelling(attribute) ? [secretSelector] : []), ...seen];
};

const hides = ({ attributes }: FlatNode, wanted: string): boolean =>
  attributes.get(wanted) === secretMask ||
  // Attributes of SVG and XML keep their capital letters.
  [...attributes].some(([name, text]) => text === secretMask && name.toLowerCase() === wanted);

/** An element by its id or name, or else every element of its kind. */
const describe = ({ tag, attributes }: FlatNode): string => {
  const kind = /^[a-z][a-z\d-]*$/u.test(tag) ? tag : '*';
  for (const name of ['id', 'name']) {
    const text = attributes.get(name);
    if (text && text !== secretMask && text.length <= longestName) return `${kind}[${name}="${quotable(text)}"]`;
  }
  return kind;
};

const quotable = (text: string): string =>
  text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);

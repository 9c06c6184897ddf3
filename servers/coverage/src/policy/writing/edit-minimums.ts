import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, YAMLMap } from 'yaml';
import { glance } from '@recourse/yaml';
import { policyLimits } from '../reading/tree.ts';

/** Replaces a part of the text; if both ends are the same, it inserts. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whether a policy file itself has a domain of this name. */
export const hasDomain = (text: string, name: string): boolean =>
  glance(text, policyLimits) === undefined && findDomain(parse(text), name) !== undefined;

/**
 * Sets the minimums of domains in the text of a policy. Everything else stays as it is, byte for byte: the document
 * only says where to cut. Undefined if a domain is written in a way that cannot be changed in place.
 */
export const editMinimums = (text: string, minimums: ReadonlyMap<string, number>): string | undefined => {
  const document = parse(text);
  const splices: Splice[] = [];
  for (const [name, minimum] of minimums) {
    const domain = findDomain(document, name);
    const splice = domain && spliceFor(text, domain, minimum);
    if (!splice) return undefined;
    splices.push(splice);
  }
  return splices
    .toSorted((one, other) => other.from - one.from)
    .reduce((edited, { from, to, text: piece }) => edited.slice(0, from) + piece + edited.slice(to), text);
};

const parse = (text: string): Document => parseDocument(text, { logLevel: 'silent', uniqueKeys: false });

const findDomain = (document: Document, name: string): YAMLMap | undefined => {
  const domains: unknown = document.getIn(['policy', 'domains'], true);
  if (!isSeq(domains)) return undefined;
  return domains.items.find((item): item is YAMLMap => isMap(item) && item.get('name') === name);
};

const spliceFor = (text: string, domain: YAMLMap, minimum: number): Splice | undefined => {
  const present: unknown = domain.get('min', true);
  if (present !== undefined) {
    if (!isScalar(present) || !present.range || typeof present.value !== 'number') return undefined;
    return { from: present.range[0], to: present.range[1], text: String(minimum) };
  }
  const name: unknown = domain.get('name', true);
  if (!isScalar(name) || !name.range) return undefined;
  const end = name.range[1];
  if (domain.flow === true) return { from: end, to: end, text: `, min: ${minimum}` };
  const key = domain.items.find((pair) => isScalar(pair.key) && pair.key.value === 'name')?.key;
  const start = isScalar(key) ? key.range?.[0] : undefined;
  if (start === undefined) return undefined;
  // Below the line of the name, so that a comment behind it stays with it.
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd === -1 ? text.length : lineEnd;
  const lineBreak = text[at - 1] === '\r' ? '\r\n' : '\n';
  const place = lineBreak === '\r\n' ? at - 1 : at;
  return { from: place, to: place, text: `${lineBreak}${' '.repeat(column)}min: ${minimum}` };
};

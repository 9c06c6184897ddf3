import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import type { ResolveLink } from './write-inline.ts';

export interface ProductLinks {
  /** Without a slash at its end. */
  readonly repository: string;
  readonly ref: string;
  /** The address of the page that was written from a file of the product. */
  readonly pageOf: (path: string) => string | undefined;
}

/** The address of a file of the product at the commit that was read. */
export const fileAddress = (
  { repository, ref }: ProductLinks,
  path: string,
  lines?: readonly [number, number],
): string => {
  const place = path.split('/').map(encode).join('/');
  const anchor = lines === undefined ? '' : lines[0] === lines[1] ? `#L${lines[0]}` : `#L${lines[0]}-L${lines[1]}`;
  return `${repository}/blob/${ref}/${place}${anchor}`;
};

/**
 * Resolves links of a document of the product. Absolute ones keep their address if it is one of the web or of mail;
 * relative ones lead to the page that was written from the file, or to the file at the commit that was read.
 */
export const createLinkResolver =
  (links: ProductLinks, source: string): ResolveLink =>
  (href) => {
    const address = href.trim();
    if (address === '' || address.startsWith('#') || address.startsWith('//') || hasHiddenCharacters(address))
      return undefined;
    if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return absolute(address);
    const path = resolvePath(source, address.replace(/[?#].*$/s, ''));
    if (path === undefined) return undefined;
    const fragment = /#L\d+(?:-L\d+)?$/.exec(address)?.[0] ?? '';
    return links.pageOf(path) ?? fileAddress(links, path) + fragment;
  };

/** Writes a web or mail address for use in Markdown. Undefined for any other address. */
export const absolute = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  return url.href.replaceAll(/[()<>{}[\]\\`|"'*_\s]/g, (character) => (character === '_' ? '_' : encode(character)));
};

const encode = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')).replaceAll(
    /[()*'!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const resolvePath = (source: string, target: string): string | undefined => {
  const names = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    const name = decode(part);
    if (name === undefined || /[\\/\p{Cc}]/u.test(name)) return undefined;
    if (name === '..') {
      if (names.pop() === undefined) return undefined;
    } else if (name !== '' && name !== '.') names.push(name);
  }
  return names.length === 0 ? undefined : names.join('/');
};

const decode = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

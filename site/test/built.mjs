import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the built site. */
export const dist = path.resolve(import.meta.dirname, '..', 'dist');

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `/${path.relative(dist, path.join(parentPath, name)).split(path.sep).join('/')}`);

/** The address of every built file. */
export const addresses = new Set(files);

export const textOf = (address) => readFileSync(path.join(dist, address), 'utf8');

/** The address of every page, without the one for addresses that do not exist. */
export const pages = files.filter((file) => file.endsWith('.html') && file !== '/404.html').sort();

const unescaped = (text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const attributes = (address, tags, name) =>
  [...textOf(address).matchAll(new RegExp(`<(?:${tags})\\b[^>]*? ${name}="(?<value>[^"]*)"`, 'gu'))].map(({ groups }) =>
    unescaped(groups.value),
  );

/** The links of a page. */
export const linksOf = (address) => attributes(address, 'a', 'href');

/** The files that a browser loads for a page: pictures, scripts, styles, icons. */
export const assetsOf = (address) => [
  ...attributes(address, 'img|script', 'src'),
  ...attributes(address, 'link', 'href'),
];

/** The ids of a page, which are its anchors. */
export const anchorsOf = (address) => new Set(attributes(address, '[a-z][a-z0-9]*', 'id'));

/** A link of a page as an address of the site with its anchor, or undefined if it leads elsewhere. */
export const resolve = (page, link) => {
  const { protocol, hostname, pathname, hash } = new URL(link, `http://site.invalid${page}`);
  if (protocol !== 'http:' || hostname !== 'site.invalid') return undefined;
  const address = decodeURIComponent(pathname);
  return {
    address: address.endsWith('/') ? `${address}index.html` : address,
    anchor: decodeURIComponent(hash.slice(1)),
  };
};

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryUrl } from '../src/link.mjs';
import { root } from '../src/pages.mjs';
import { addresses, anchorsOf, assetsOf, linksOf, pages, resolve, textOf } from './built.mjs';

const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]));
const all = (of) => pages.flatMap((page) => of(page).map((link) => ({ page, link, to: resolve(page, link) })));

it('links only to pages and anchors that exist', () => {
  const links = all(linksOf).filter(({ to }) => to);
  const broken = links.filter(
    ({ to }) => !addresses.has(to.address) || (to.anchor !== '' && !anchors.get(to.address)?.has(to.anchor)),
  );
  expect(broken.map(({ page, link }) => `${page} → ${link}`)).toEqual([]);
  expect(links.length).toBeGreaterThan(5_000);
  expect(links.filter(({ to }) => to.anchor !== '').length).toBeGreaterThan(1_000);
  console.log(`${links.length} links and anchors of ${pages.length} pages`);
});

it('links to the repository only for files that it holds', () => {
  const links = all(linksOf).filter(({ link }) => /\/(?:blob|tree|edit)\/main\//u.test(link));
  const fileOf = (link) => link.slice(repositoryUrl.length).replace(/^\/\w+\/main\/|#.*$/gu, '');
  expect(links.filter(({ link }) => !existsSync(path.join(root, fileOf(link)))).map(({ link }) => link)).toEqual([]);
  expect(links.length).toBeGreaterThan(pages.length);
});

it('loads every picture, script, style and icon from itself', () => {
  const assets = all(assetsOf);
  const foreign = assets.filter(({ to, link }) => !link.startsWith('data:') && !(to && addresses.has(to.address)));
  expect(foreign.map(({ page, link }) => `${page} → ${link}`)).toEqual([]);
  expect(assets.length).toBeGreaterThan(pages.length);
  expect(assets.filter(({ link }) => link.endsWith('.svg')).length).toBeGreaterThan(3);
});

it('names in its styles only files of its own', () => {
  const styles = [...addresses].filter((file) => file.endsWith('.css'));
  const files = styles.flatMap((style) =>
    [...textOf(style).matchAll(/url\((?!["']?data:)["']?(?<file>[^)"']+)/gu)].map(({ groups }) =>
      resolve(style, groups.file),
    ),
  );
  expect(files.filter((file) => !file || !addresses.has(file.address))).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
});

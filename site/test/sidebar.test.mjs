import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pagesIn, rewritten, root } from '../src/pages.mjs';
import { sidebar } from '../src/sidebar.mjs';
import { pages, textOf } from './built.mjs';

const flat = (items) => items.flatMap((item) => (item.items ? flat(item.items) : [item]));
const addressOf = (link) => `/${link.slice(1).replace(/\.md$/u, '.html')}`;
const listed = flat(sidebar()).map(({ link }) => addressOf(link));

it('has every page but the front page in the sidebar, once', () => {
  expect([...listed].sort()).toEqual(pages.filter((page) => page !== '/index.html').sort());
  expect(listed.length).toBeGreaterThan(60);
});

it('builds every Markdown file of docs/', () => {
  const files = readdirSync(path.join(root, 'docs'), { recursive: true }).filter((file) => file.endsWith('.md'));
  const expected = files.map((file) => addressOf(`/${rewritten(`docs/${file.split(path.sep).join('/')}`)}`));
  expect(expected.filter((page) => !pages.includes(page))).toEqual([]);
  expect(pagesIn('docs')).toHaveLength(files.length);
});

it('lists the guides in the order of docs/README.md', () => {
  const overview = readFileSync(path.join(root, 'docs', 'README.md'), 'utf8');
  const order = [...overview.matchAll(/\(guide\/(?<name>[\w-]+)\.md\)/gu)].map(({ groups }) => groups.name);
  expect(order.length).toBeGreaterThan(20);
  const guides = sidebar().find(({ text }) => text === 'Guides').items;
  expect(guides.map(({ link }) => path.basename(link, '.md'))).toEqual(order);
});

it('leads from each guide to the next', () => {
  const guides = listed.filter((page) => page.startsWith('/docs/guide/'));
  for (const [at, guide] of guides.slice(0, -1).entries())
    expect(textOf(guide)).toMatch(new RegExp(`<a class="[^"]*pager-link next"[^>]* href="${guides[at + 1]}"`, 'u'));
});

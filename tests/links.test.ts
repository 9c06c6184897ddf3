import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const ignored = new Set(['node_modules', 'dist', 'coverage', '.git', '.recourse']);

/** The Markdown files below a folder that are documentation: not those of tests and benchmarks. */
const markdownBelow = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) || /^tests?$/u.test(entry.name) ? [] : markdownBelow(file);
    return entry.name.endsWith('.md') ? [file] : [];
  });

const pages = markdownBelow('.').filter((file) => !file.startsWith(path.join('servers', 'aql', 'adapters')));

/** Links and pictures of a page, without those in code, and without addresses elsewhere. */
const linksOf = (page: string): readonly string[] => {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^(`{3,})[\s\S]*?^\1/gmu, '');
  const targets = text.replaceAll(/`[^`\n]*`/gu, '').matchAll(/\]\((?<target>[^()\s]+)\)/gu);
  return [...targets].map(({ groups }) => groups?.['target'] ?? '').filter((target) => !/^[a-z]+:/u.test(target));
};

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (?<heading>.+)$/gmu)].map(({ groups }) =>
      (groups?.['heading'] ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const isBroken = (page: string, link: string): boolean => {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? path.join(root, page) : path.resolve(root, path.dirname(page), target);
  if (!existsSync(file)) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor);
};

describe('the documentation', () => {
  it('has links', () => {
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(100);
  });

  it.each(pages.filter((page) => linksOf(page).length > 0))('%s links only to what exists', (page) => {
    expect(linksOf(page).filter((link) => isBroken(page, link))).toEqual([]);
  });

  it('lists every guide in docs/README.md', () => {
    const listed = new Set(linksOf(path.join('docs', 'README.md')));
    const guides = readdirSync(path.join(root, 'docs', 'guide')).map((name) => `guide/${name}`);
    expect(guides.filter((guide) => !listed.has(guide))).toEqual([]);
  });

  it('states the figures of docs/recovery.md in README.md', () => {
    const recovery = readFileSync(path.join(root, 'docs', 'recovery.md'), 'utf8');
    const row = (agent: string): readonly string[] =>
      (new RegExp(`^\\| ${agent} .*$`, 'mu').exec(recovery)?.[0] ?? '').split('|').map((cell) => cell.trim());
    const [, , , contract = '?', , twice = '?'] = row('contract');
    const [, , , blind = '?', , blindTwice = '?'] = row('blind');
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(readme).toContain(`recovers **${contract}** failed tasks and performs ${twice} actions twice`);
    expect(readme).toContain(`recovers ${blind.split(' ')[0]} and performs ${blindTwice} actions twice`);
  });
});

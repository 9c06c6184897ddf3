import path from 'node:path';
import { findSimilar } from '@recourse/contract';
import type { SiteContext } from '../artifacts.ts';
import { baseOf, classifyLink } from '../gates/links/classify-link.ts';
import { targetFile } from '../gates/links/resolve-link.ts';
import { readSources } from '../gates/links/source-index.ts';
import type { SourceIndex } from '../gates/links/source-index.ts';
import { readPage } from '../markdown/read-page.ts';
import type { FixerDefinition, FixScene } from './define-fixer.ts';
import { replaceAddress } from './replace-address.ts';
import { issueCodes } from '../gates/issue-codes.ts';

const codes: ReadonlySet<string> = new Set([
  issueCodes.linkBrokenAnchor,
  issueCodes.linkBrokenInternal,
  issueCodes.linkBrokenRelative,
]);

/** Leads broken links to the heading or page with the nearest name. A heading that nothing resembles is left out. */
export const linksFixer: FixerDefinition = {
  name: 'fix_links',
  needs: ['site_context.json'],
  fixes: ({ code }) => codes.has(code),
  fix: async (scene) => {
    const { page, issue, worktree, config, artifacts, signal } = scene;
    const url = issue.context;
    if (url === undefined) return undefined;
    const { base_url } = await artifacts.json<SiteContext>('site_context.json');
    const sources = await readSources(worktree, { config, basePath: baseOf(base_url).path }, signal);
    const next = await nearestAddress(url, sources, scene);
    if (next === undefined || next === url) return undefined;
    return readPage(page.text)
      .links.filter((link) => link.url === url)
      .reduceRight((text, link) => replaceAddress(text, link, next), page.text);
  },
};

const nearestAddress = async (url: string, sources: SourceIndex, scene: FixScene): Promise<string | undefined> => {
  const { page, issue, worktree } = scene;
  // The gate has told a link into the site from others; here every address counts as one of the site.
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  const target = classifyLink(url, host);
  if (target.kind !== 'internal') return undefined;
  const file = target.path === '' ? page.path : targetFile(sources, target.path, page.path, worktree.has);
  const stem = url.split('#', 1)[0] ?? '';
  if (issue.code === issueCodes.linkBrokenAnchor) {
    const [near] = file ? findSimilar(target.fragment, [...(await sources.anchorsOf(file))]) : [];
    if (near) return `${stem}#${encodeURI(String(near.ref))}`;
    return stem === '' ? '#' : stem;
  }
  const from = sources.addressOf(page.path) ?? '/';
  const wanted = path.posix.join(target.path.startsWith('/') ? '/' : from, target.path);
  const inside = wanted.startsWith(sources.basePath) ? `/${wanted.slice(sources.basePath.length)}` : wanted;
  const near = nearestPage(inside, [...sources.pages.keys()]);
  if (near === undefined) return undefined;
  const anchors = target.fragment === '' ? new Set<string>() : await sources.anchorsOf(sources.pages.get(near) ?? '');
  const address = `${sources.basePath}${near.slice(1)}`;
  return anchors.has(target.fragment) ? `${address}#${encodeURI(target.fragment)}` : address;
};

/** The page with the same last name, or the one whose address is spelt most alike. */
const nearestPage = (wanted: string, addresses: readonly string[]): string | undefined => {
  const plain = `${wanted.replace(/(?:\/_?index)?\.(?:md|markdown|html?)$/iu, '').replace(/\/+$/u, '')}/`.toLowerCase();
  const name = plain.split('/').at(-2) ?? '';
  const same = addresses.filter((address) => address.split('/').at(-2) === name);
  const [near] = findSimilar(plain, same.length > 0 ? same : addresses);
  return near === undefined ? (same.length === 1 ? same[0] : undefined) : String(near.ref);
};

import type { FoundIssue } from '@recourse/runs';
import type { SiteContext } from '../../artifacts.ts';
import { isReadable, readPage } from '../../markdown/read-page.ts';
import type { Link } from '../../markdown/read-page.ts';
import type { GateDefinition } from '../define-gate.ts';
import { onlyNew } from '../findings.ts';
import type { BuiltSite } from '../hugo/built-site.ts';
import type { Builder } from '../hugo/create-builder.ts';
import { findHugo } from '../hugo/find-hugo.ts';
import type { Scene } from '../scene.ts';
import { classifyLink } from './classify-link.ts';
import { isLeftInBuild, lookInBuild, lookInSources } from './resolve-link.ts';
import type { Broken } from './resolve-link.ts';
import { readSources } from './source-index.ts';
import type { SourceIndex } from './source-index.ts';

interface Site {
  readonly scene: Scene;
  readonly host: string | undefined;
  readonly built: BuiltSite | undefined;
  readonly sources: SourceIndex;
}

/** Checks links between pages, and their anchors, in the built site; in the sources where there is no build. */
export const internalLinksGate = (build: Builder): GateDefinition => ({
  name: 'internal_links',
  needs: ['site_context.json'],
  limits: { local: 300, ci: 600, prod: 600 },
  look: async (scene) => {
    const version = await findHugo(scene, 'internal_links');
    const { base_url } = await scene.artifacts.json<SiteContext>('site_context.json');
    const host = base_url !== null && URL.canParse(base_url) ? new URL(base_url).host : undefined;
    const built = version === undefined ? undefined : (await build(scene)).site;
    const sources = await readSources(scene.worktree, scene.config, scene.signal);
    const issues = await brokenLinks({ scene, host, built, sources });
    return { issues, ...(built && version !== undefined && { tool: { name: 'hugo', version } }) };
  },
});

/** The broken links that the run has brought into the touched pages. */
const brokenLinks = async (site: Site): Promise<readonly FoundIssue[]> => {
  const issues: FoundIssue[] = [];
  for (const { path, text, before } of site.scene.pages) {
    site.scene.signal.throwIfAborted();
    const known = before === undefined || !isReadable(before) ? [] : await brokenIn(site, path, before);
    issues.push(...onlyNew(await brokenIn(site, path, text), known));
  }
  return issues;
};

const brokenIn = async (site: Site, path: string, text: string): Promise<readonly FoundIssue[]> => {
  const issues: FoundIssue[] = [];
  for (const link of readPage(text).links) {
    const broken = await judge(site, path, link);
    if (broken) issues.push(issueOf(path, link, broken));
  }
  return issues;
};

const judge = async ({ scene, host, built, sources }: Site, file: string, { url }: Link): Promise<Broken> => {
  const target = classifyLink(url, host);
  if (target.kind !== 'internal') return undefined;
  const address = built?.addresses.get(file) ?? sources.addressOf(file);
  const page = { ...target };
  if (
    built &&
    address !== undefined &&
    lookInBuild(built, { kind: 'internal', path: '', fragment: '' }, address) === undefined
  ) {
    const broken = lookInBuild(built, page, address);
    if (broken !== 'page' || isLeftInBuild(built, address, url) || !/\.(?:md|markdown)$/iu.test(page.path))
      return broken;
  }
  return lookInSources(sources, page, file, scene);
};

const issueOf = (path: string, { url, line, kind }: Link, broken: NonNullable<Broken>): FoundIssue => {
  const code =
    broken === 'anchor'
      ? 'GATE_LINK_BROKEN_ANCHOR'
      : url.startsWith('/') || /^https?:/iu.test(url)
        ? 'GATE_LINK_BROKEN_INTERNAL'
        : 'GATE_LINK_BROKEN_RELATIVE';
  const what = broken === 'anchor' ? 'which has no such place' : 'which is not part of the site';
  const message = `'${path}' ${kind === 'image' ? 'shows' : 'links to'} '${url}', ${what}`;
  return { code, severity: 'error', message, path, line, context: url };
};

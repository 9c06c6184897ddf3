import type { FoundIssue } from '@recourse/runs';
import type { SiteContext } from '../../artifacts.ts';
import { isReadable, readPage } from '../../markdown/read-page.ts';
import type { Link } from '../../markdown/read-page.ts';
import type { GateDefinition } from '../define-gate.ts';
import { onlyNew } from '../findings.ts';
import type { BuiltSite } from '../hugo/built-site.ts';
import type { Builder } from '../hugo/create-builder.ts';
import { hugoTool } from '../hugo/confinement-of.ts';
import { findHugo } from '../hugo/find-hugo.ts';
import { isPage } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { baseOf, classifyLink } from './classify-link.ts';
import { builtFile, isAsWritten, lookInBuild, lookInSources } from './resolve-link.ts';
import type { Broken } from './resolve-link.ts';
import { readSources } from './source-index.ts';
import type { SourceIndex } from './source-index.ts';
import { issueCodes } from '../issue-codes.ts';

interface Site {
  readonly scene: Scene;
  readonly host: string | undefined;
  readonly built: BuiltSite | undefined;
  readonly sources: SourceIndex;
}

/** Checks links between pages, and their anchors, in the built site; in the sources if there is no build. */
export const internalLinksGate = (build: Builder): GateDefinition => ({
  name: 'internal_links',
  needs: ['site_context.json'],
  limits: { local: 300, ci: 600, prod: 600 },
  look: async (scene) => {
    const version = await findHugo(scene, 'internal_links');
    const { base_url } = await scene.artifacts.json<SiteContext>('site_context.json');
    const base = baseOf(base_url);
    const built = version === undefined ? undefined : (await build(scene)).site;
    const sources = await readSources(scene.worktree, { config: scene.config, basePath: base.path }, scene.signal);
    const issues = await brokenLinks({ scene, host: base.host, built, sources });
    return { issues, ...(built && version !== undefined && { tool: await hugoTool(scene.environment, version) }) };
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
  const listed = built?.addresses.get(file);
  const own = sources.addressOf(file);
  const address = listed ?? (own === undefined ? undefined : `${built?.basePath ?? '/'}${own.slice(1)}`);
  // Drafts have no address in the built site.
  if (built && address !== undefined && builtFile(built, address) !== undefined) {
    const broken = lookInBuild(built, target, { address, url });
    if (broken !== 'page' || isAsWritten(built, address, url) || !isPage(target.path)) return broken;
  }
  return lookInSources(sources, target, file, scene);
};

const issueOf = (path: string, { url, line, kind }: Link, broken: NonNullable<Broken>): FoundIssue => {
  const code =
    broken === 'anchor'
      ? issueCodes.linkBrokenAnchor
      : url.startsWith('/') || /^https?:/iu.test(url)
        ? issueCodes.linkBrokenInternal
        : issueCodes.linkBrokenRelative;
  const what = broken === 'anchor' ? 'but the target has no such anchor' : 'which is not part of the site';
  const message = `'${path}' ${kind === 'image' ? 'shows' : 'links to'} '${url}', ${what}`;
  return { code, severity: 'error', message, path, line, context: url };
};

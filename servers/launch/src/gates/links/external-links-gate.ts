import type { FoundIssue } from '@recourse/runs';
import type { SiteContext } from '../../artifacts.ts';
import { isReadable, readPage } from '../../markdown/read-page.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import type { Scene } from '../scene.ts';
import { checkAddress } from './check-address.ts';
import type { AddressEnd } from './check-address.ts';
import { baseOf, classifyLink } from './classify-link.ts';
import { issueCodes } from '../issue-codes.ts';

const mostAddresses = 200;
const atOnce = 8;

interface ExternalLink {
  readonly path: string;
  readonly line: number;
  readonly url: URL;
}

/** Asks the hosts that new links lead to. A host that does not answer is a warning. */
export const externalLinksGate = (check: typeof checkAddress = checkAddress): GateDefinition => ({
  name: 'external_links',
  needs: ['site_context.json'],
  limits: { local: 300, ci: 600, prod: 600 },
  look: async (scene) => {
    if (scene.config.validation_profile === 'local') return skip('External links are not checked in the local profile');
    if (!scene.environment.reachesOut) return skip('This server is not configured to check external links');
    const { base_url } = await scene.artifacts.json<SiteContext>('site_context.json');
    const links = externalLinks(scene, baseOf(base_url).host);
    const issues: FoundIssue[] = [];
    for (let start = 0; start < links.length; start += atOnce) {
      scene.signal.throwIfAborted();
      const ends = links.slice(start, start + atOnce).map(async (link) => {
        const end = await check(link.url, { signal: scene.signal });
        return issueOf(link, end);
      });
      issues.push(...(await Promise.all(ends)).flatMap((issue) => issue ?? []));
    }
    scene.signal.throwIfAborted();
    return { issues };
  },
});

/** The first link to each address that the run has added, without those that the configuration ignores. */
const externalLinks = ({ pages, config }: Scene, host: string | undefined): readonly ExternalLink[] => {
  const links = new Map<string, ExternalLink>();
  for (const { path, text, before } of pages) {
    const known = new Set(
      before !== undefined && isReadable(before) ? readPage(before).links.map(({ url }) => url) : [],
    );
    for (const { url: given, line } of readPage(text).links) {
      const target = known.has(given) ? { kind: 'other' as const } : classifyLink(given, host);
      if (target.kind !== 'external') continue;
      const url = new URL(target.url);
      url.hash = '';
      if (!links.has(url.href) && !isIgnored(url, config.external_links.ignore))
        links.set(url.href, { path, line, url });
    }
  }
  return [...links.values()].slice(0, mostAddresses);
};

/** An entry of the list is a host, or the start of an address. */
const isIgnored = (url: URL, ignored: readonly string[]): boolean =>
  ignored.some((entry) => url.host === entry || url.href.startsWith(entry));

const issueOf = ({ path, line, url }: ExternalLink, end: AddressEnd): FoundIssue | undefined => {
  if ('status' in end && end.status >= 200 && end.status < 400) return undefined;
  const isTimeout = 'failed' in end && end.failed === 'timeout';
  const result = 'status' in end ? `returned status ${end.status}` : `could not be checked: ${end.failed}`;
  return {
    code: isTimeout ? issueCodes.linkExternalTimeout : issueCodes.linkExternalUnreachable,
    severity: 'warn',
    message: `'${path}' links to ${url.origin}${url.pathname}, which ${result}`,
    path,
    line,
    context: url.href,
  };
};

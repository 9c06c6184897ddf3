import type { FoundIssue } from '@recourse/runs';
import { readFrontMatter } from '../../markdown/read-front-matter.ts';
import { readPage } from '../../markdown/read-page.ts';
import type { MergeReport } from '../../linking/merge-report.ts';
import { lookAtPages } from '../define-gate.ts';
import type { GateDefinition, PageCheck } from '../define-gate.ts';
import type { Scene } from '../scene.ts';
import { issueCodes } from '../issue-codes.ts';

const repositoryKeys = ['repo_url', 'github_repo_url', 'repository'] as const;
const canonicalKeys = ['canonical', 'canonical_url', 'canonicalURL', 'canonicalUrl'] as const;

/** Compares the pages with the configuration: sections and pages, product name, repository and canonical addresses. */
export const consistencyGate: GateDefinition = {
  name: 'consistency',
  needs: ['merge_report.json'],
  limits: { local: 30, ci: 60, prod: 60 },
  look: async (scene) => {
    const { pages } = await scene.artifacts.json<MergeReport>('merge_report.json');
    const leftOut = new Set(pages.filter(({ kind }) => kind !== 'stale').map(({ path }) => path));
    return { issues: [...checkPlan(scene, leftOut), ...(await lookAtPages(scene, checkPage))] };
  },
};

/** Checks that the plan is carried out, except for pages that people took away. */
const checkPlan = ({ config, plan, worktree }: Scene, leftOut: ReadonlySet<string>): readonly FoundIssue[] => {
  const isThere = (path: string): boolean => worktree.has(path) || leftOut.has(path);
  const sections = config.required_sections
    .filter((section) => !plan.pages.some((page) => page.section === section && isThere(page.path)))
    .map((section): FoundIssue => ({
      code: issueCodes.consistencySectionMissing,
      severity: 'error',
      message: `Section '${section}' is required but has no page`,
      context: section,
    }));
  const pages = plan.pages
    .filter(({ path }) => !isThere(path))
    .map(({ path }): FoundIssue => ({
      code: issueCodes.consistencyPageMissing,
      severity: 'error',
      message: `The planned page '${path}' was not written`,
      path,
    }));
  return [...sections, ...pages];
};

const checkPage: PageCheck = (page, { config, plan }) => {
  const { path, text, section } = page;
  if (!plan.pages.some((planned) => planned.path === path)) return [];
  const issues: FoundIssue[] = [];
  if (!text.includes(config.product_name)) {
    const message = `'${path}' does not contain the product name '${config.product_name}'`;
    issues.push({ code: issueCodes.consistencyProductName, severity: 'warn', message, path });
  }
  const { values = {} } = readFrontMatter(text);
  for (const key of repositoryKeys) {
    const value = values[key];
    if (typeof value !== 'string' || sameAddress(value, config.github_repo_url)) continue;
    const message = `'${key}' in the front matter of '${path}' must be ${config.github_repo_url}`;
    issues.push({ code: issueCodes.consistencyRepoUrl, severity: 'error', message, path, rule: key, context: value });
  }
  for (const { url, line } of readPage(text).links) {
    if (!isOtherOwner(url, config.github_repo_url)) continue;
    const message = `'${path}' links to ${url}, which is not the product's repository, ${config.github_repo_url}`;
    issues.push({ code: issueCodes.consistencyRepoUrl, severity: 'warn', message, path, line, context: url });
  }
  const canonical = canonicalOf(section, config.canonical_urls);
  for (const key of canonicalKeys) {
    const value = values[key];
    if (canonical === undefined || typeof value !== 'string' || isBelow(value, canonical)) continue;
    const message = `'${key}' in the front matter of '${path}' must start with ${canonical}`;
    issues.push({
      code: issueCodes.consistencyCanonicalUrl,
      severity: 'error',
      message,
      path,
      rule: key,
      context: value,
    });
  }
  return issues;
};

const canonicalOf = (section: string | undefined, urls: Scene['config']['canonical_urls']): string | undefined => {
  if (section === 'products') return urls.product;
  return section === 'docs' || section === 'reference' ? urls[section] : undefined;
};

const normalised = (url: string): string => url.toLowerCase().replace(/(?:\.git)?\/*$/u, '');
const sameAddress = (one: string, other: string): boolean => normalised(one) === normalised(other);
const isBelow = (url: string, root: string): boolean =>
  sameAddress(url, root) || normalised(url).startsWith(`${normalised(root)}/`);

/** Whether an address is a repository with the product's name on the same host, and of another owner. */
const isOtherOwner = (url: string, repository: string): boolean => {
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url) || !URL.canParse(repository)) return false;
  const given = new URL(url);
  const wanted = new URL(repository);
  const [owner, name] = normalised(given.pathname).slice(1).split('/');
  const [ourOwner, ourName] = normalised(wanted.pathname).slice(1).split('/');
  return given.host === wanted.host && name !== undefined && name === ourName && owner !== ourOwner;
};

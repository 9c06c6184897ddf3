import type { Claim, Citations, ValidationReport } from '../../artifacts.ts';
import { createClaim } from '../../claims/create-claim.ts';
import { runConfigSchema } from '../../config/run-config.ts';
import { memoryTree } from '../../testing/memory-tree.ts';
import { quoteClaims } from '../run/quote-claims.ts';
import { showPage } from '../run/show-page.ts';
import type { PageText } from '../run/show-page.ts';
import type { ReportIssue, ShownRun } from '../run/shown-run.ts';

const readme = `# Tally

Tally counts words in files.
It reads UTF-8 and needs no network.

## Limits

Files over 64 MB are refused.
`;
const source = `/** Counts the words of a text. */
export const countWords = (text: string): number => text.split(/\\s+/u).filter(Boolean).length;
`;
const product = { 'README.md': readme, 'src/count words.ts': source };
const place = (path: string, start_line: number, end_line = start_line) => ({ path, start_line, end_line });

const claimOf = (kind: Claim['kind'], text: string, at: Claim['source'], subject?: string): Claim =>
  createClaim(
    { kind, text, source: at, ...(subject !== undefined && { subject }) },
    product[at.path as keyof typeof product].split('\n'),
  );

/** The claims that the pages below cite. */
const sampleClaims = {
  counts: claimOf('prose', 'Tally counts words in files.', place('README.md', 3)),
  network: claimOf('prose', 'It reads UTF-8 and needs no network.', place('README.md', 4)),
  limit: claimOf('prose', 'Files over 64 MB are refused.', place('README.md', 8)),
  symbol: claimOf('symbol', 'Counts the words of a text.', place('src/count words.ts', 1, 2), 'countWords'),
};

export const samplePage = `---
title: "Tally"
description: "Documentation of Tally."
---

Tally counts words in **files**. It reads UTF-8 -- "as is" -- and needs no network.

## Limits

Files over 128 MB are refused. Call \`countWords\` on [a text](/docs/text/).

Tally is the fastest counter.
`;

/** The citations of its sentences. */
export const sampleCitations: Citations = {
  schema_version: '1.0',
  pages: [
    {
      path: 'content/docs/tally.md',
      sentences: [
        { text: 'Tally', claims: [], phrase: { name: 'template:title', values: {} } },
        {
          text: 'Documentation of Tally.',
          claims: [],
          phrase: { name: 'about.documentation', values: { name: 'Tally' } },
        },
        { text: 'Tally counts words in files.', claims: [sampleClaims.counts.id] },
        { text: 'It reads UTF-8 -- "as is" -- and needs no network.', claims: [sampleClaims.network.id] },
        { text: 'Limits', claims: [], phrase: { name: 'template:limits', values: {} } },
        { text: 'Files over 128 MB are refused.', claims: [sampleClaims.limit.id] },
        { text: 'Call countWords on a text.', claims: [sampleClaims.symbol.id, 'claim_0000000000000000'] },
      ],
    },
  ],
};

const issue = (given: Partial<ReportIssue>): ReportIssue => ({
  issue_id: 'iss_1',
  gate: 'internal_links',
  severity: 'error',
  status: 'OPEN',
  error_code: 'GATE_LINK_BROKEN_INTERNAL',
  title: '',
  message: "The link '/docs/text/' leads nowhere. Nearest: '/docs/tally/'",
  location: { path: 'content/docs/tally.md', line: 10 },
  fixable: true,
  ...given,
});

/** One issue of each severity, on two pages and on the site. */
export const sampleIssues: readonly ReportIssue[] = [
  issue({
    issue_id: 'iss_2',
    gate: 'truth_lock',
    severity: 'blocker',
    error_code: 'GATE_TRUTHLOCK_CONTRADICTED_FACT',
    message: "'content/docs/tally.md' says 'Files over 128 MB are refused.'. The cited lines say 64, not 128.",
    fixable: false,
  }),
  issue({}),
  issue({
    issue_id: 'iss_3',
    gate: 'markdown_lint',
    severity: 'warn',
    error_code: 'GATE_MARKDOWN_LINT_ERROR',
    message: 'MD030: Spaces after list markers',
    location: { path: 'content/docs/_index.md', line: 6 },
  }),
  issue({
    issue_id: 'iss_4',
    gate: 'consistency',
    severity: 'info',
    error_code: 'GATE_CONSISTENCY',
    message: 'The section kb has no page',
    location: { path: 'content/kb' },
    fixable: false,
  }),
];

/** The report that lists them. */
export const sampleReport = (issues: readonly ReportIssue[] = sampleIssues): ValidationReport => ({
  schema_version: '1.0',
  ok: issues.length === 0,
  profile: 'ci',
  gates: [
    ...['truth_lock', 'internal_links', 'markdown_lint', 'consistency'].map((name) => {
      const found = issues.filter(({ gate }) => gate === name).length;
      const status = found > 0 ? ('failed' as const) : ('passed' as const);
      const tool = name === 'markdown_lint' && { tool: { name: 'markdownlint', version: '0.40.0' } };
      return { name, ok: found === 0, status, elapsed_ms: 1250, issue_count: found, ...tool };
    }),
    {
      name: 'external_links',
      ok: true,
      status: 'skipped',
      reason: 'External links are not checked in the local profile',
      elapsed_ms: 2,
      issue_count: 0,
    },
  ],
  issues: [...issues],
});

const sampleConfig = runConfigSchema.parse({
  product_slug: 'tally',
  product_name: 'Tally',
  github_repo_url: 'https://github.com/acme/tally',
  github_ref: 'a'.repeat(40),
  site_repo_url: 'https://github.com/acme/docs',
  allowed_paths: ['content'],
  validation_profile: 'ci',
});

export interface SampleOptions {
  readonly pages?: readonly PageText[];
  readonly citations?: Citations;
  readonly report?: ValidationReport;
  /** False for a run whose product cannot be read. */
  readonly quotes?: boolean;
}

const usualPages: readonly PageText[] = [
  { path: 'content/docs/tally.md', text: samplePage, before: undefined },
  {
    path: 'content/docs/_index.md',
    text: '---\ntitle: "Documentation"\n---\n\nHow to use the products.\n\n*  [Tally](/docs/tally/)\n',
    before: '---\ntitle: "Documentation"\n---\n\nHow to use the products.\n',
  },
];

/** A run with pages, issues and evidence, made by the same functions that read a real one. */
export const sampleRun = async (options: SampleOptions = {}): Promise<ShownRun> => {
  const { pages = usualPages, citations = sampleCitations, report = sampleReport(), quotes = true } = options;
  const inputs = {
    schema_version: '1.0' as const,
    product: { url: 'https://github.com/acme/tally', sha: 'a'.repeat(40) },
    site: { url: 'https://github.com/acme/docs', branch: 'main', sha: 'b'.repeat(40) },
  };
  const tree = quotes ? memoryTree(product) : undefined;
  const claims = await quoteClaims(Object.values(sampleClaims), inputs.product, tree);
  return {
    run_id: 'r_2026-11-17T13-45-46Z_879b7c91',
    state: report.ok ? 'READY_FOR_PR' : 'VALIDATING',
    started_at: '2026-11-17T13:45:46.000Z',
    config: sampleConfig,
    inputs,
    report,
    pr_url: undefined,
    notes: quotes ? [] : ['The product could not be read (GIT_FAILED: no network).'],
    issues: report.issues.filter(({ location }) => !pages.some(({ path }) => path === location?.path)),
    pages: pages.map((page) =>
      showPage(page, {
        citations: citations.pages.find(({ path }) => path === page.path)?.sentences ?? [],
        claims,
        issues: report.issues.filter(({ location }) => location?.path === page.path),
        report,
        title: undefined,
      }),
    ),
  };
};

import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { profiles, sections } from './config/sections.ts';

const section = z.enum(sections);
const sha256 = z.string().regex(/^[a-f0-9]{64}$/);
const commit = z.string().regex(/^[a-f0-9]{40}$/);
const version = z.literal('1.0');

/** The commits that a run works with. */
export const inputsSchema = z.strictObject({
  schema_version: version,
  product: z.strictObject({ url: z.string(), sha: commit }),
  site: z.strictObject({ url: z.string(), branch: z.string(), sha: commit }),
});
export type Inputs = z.output<typeof inputsSchema>;

const fileKinds = [
  'manifest',
  'readme',
  'license',
  'changelog',
  'doc',
  'example',
  'source',
  'test',
  'binary',
  'other',
] as const;

/** Every file of the product repository, in the order of paths. */
export const repoInventorySchema = z.strictObject({
  schema_version: version,
  ref: commit,
  files: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.int().min(0),
      kind: z.enum(fileKinds),
      language: z.string().optional(),
    }),
  ),
  /** Paths that are recorded and not read: links, submodules, files over the limit. */
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
});
export type RepoInventory = z.output<typeof repoInventorySchema>;

/** The site's Hugo configuration, and what its pages have in common. */
export const siteContextSchema = z.strictObject({
  schema_version: version,
  ref: commit,
  hugo_config: z.array(z.strictObject({ path: z.string(), sha256 })),
  base_url: z.string().nullable(),
  default_language: z.string(),
});
export type SiteContext = z.output<typeof siteContextSchema>;

const keyRule = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'array', 'object', 'date', 'unknown']),
  /** The value that at least nine in ten pages have. */
  usual: z.json().optional(),
});

/** The front matter that pages of each section have: derived from the site's own pages. */
export const frontMatterContractSchema = z.strictObject({
  schema_version: version,
  sections: z.partialRecord(
    section,
    z.strictObject({
      pages: z.int().min(0),
      required: z.record(z.string(), keyRule),
      optional: z.record(z.string(), keyRule),
    }),
  ),
});
export type FrontMatterContract = z.output<typeof frontMatterContractSchema>;

/** Templates of the site that replace those of the server, by name. */
export const templatesSchema = z.strictObject({ schema_version: version, templates: z.record(z.string(), z.string()) });
export type Templates = z.output<typeof templatesSchema>;

const citation = z.strictObject({ path: z.string(), start_line: z.int().min(1), end_line: z.int().min(1) });

/** Facts about the product, each with the lines that it was read from. */
export const productFactsSchema = z.strictObject({
  schema_version: version,
  ref: commit,
  name: z.string(),
  description: z.string().nullable(),
  version: z.string().nullable(),
  license: z.string().nullable(),
  language: z.string().nullable(),
  /** When the commit was made. The only date that pages may use. */
  committed_at: z.string().optional(),
  /** Where the values above were read. */
  fields: z.array(z.strictObject({ key: z.string(), value: z.string(), source: citation })).optional(),
  install: z.array(z.strictObject({ command: z.string(), source: citation })),
  /** Sections of the README and of documents: a heading and its text. */
  topics: z.array(z.strictObject({ title: z.string(), text: z.string(), source: citation })),
  /** Public names with their signatures, as far as they can be read without running anything. */
  symbols: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.string(),
      signature: z.string(),
      doc: z.string(),
      /** The name under which users import it. */
      module: z.string().optional(),
      source: citation,
      /** The lines of its doc comment. */
      doc_source: citation.optional(),
    }),
  ),
  releases: z.array(z.strictObject({ version: z.string(), text: z.string(), source: citation })),
});
export type ProductFacts = z.output<typeof productFactsSchema>;

/** Code samples of the product, with their origin. */
export const snippetCatalogSchema = z.strictObject({
  schema_version: version,
  snippets: z.array(
    z.strictObject({
      id: z.string(),
      language: z.string(),
      title: z.string(),
      code: z.string(),
      source: citation,
      /** How it ended when it was run; absent if it was not. */
      run: z
        .strictObject({
          runner: z.string(),
          status: z.enum(['passed', 'failed', 'timed_out']),
          exit_code: z.int().optional(),
        })
        .optional(),
    }),
  ),
});
export type SnippetCatalog = z.output<typeof snippetCatalogSchema>;

/** The kinds of claims, by the part of the product that makes them. */
const claimKinds = ['manifest', 'command', 'symbol', 'prose', 'example', 'release', 'license'] as const;

const claimId = z.string().regex(/^claim_[a-f0-9]{16}$/);

/** Everything that the product says about itself: each claim with the lines that make it. */
export const evidenceMapSchema = z.strictObject({
  schema_version: version,
  ref: commit,
  claims: z.array(
    z.strictObject({
      /** Stays the same in later commits for as long as the words and their file do. */
      id: claimId,
      kind: z.enum(claimKinds),
      /** The public name that it is about. */
      subject: z.string().optional(),
      /** Plain text on one line; code for commands, signatures and examples. */
      text: z.string(),
      source: citation,
      /** The hash of the cited lines. */
      sha256,
    }),
  ),
});
export type EvidenceMap = z.output<typeof evidenceMapSchema>;
export type Claim = EvidenceMap['claims'][number];

const citedSentence = z.strictObject({
  /** Plain text on one line, as `readSentences` reads it from the page. */
  text: z.string(),
  claims: z.array(claimId),
  /** The named phrase that produced it, with its values. */
  phrase: z.strictObject({ name: z.string(), values: z.record(z.string(), z.string()) }).optional(),
});
export type CitedSentence = z.output<typeof citedSentence>;

/** The claims or the phrase behind each sentence of the written pages. */
export const citationsSchema = z.strictObject({
  schema_version: version,
  pages: z.array(z.strictObject({ path: z.string(), sentences: z.array(citedSentence) })),
});
export type Citations = z.output<typeof citationsSchema>;

/** The pages to write. */
export const pagePlanSchema = z.strictObject({
  schema_version: version,
  pages: z.array(
    z.strictObject({
      section,
      slug: z.string(),
      /** The file in the site's repository. */
      path: z.string(),
      title: z.string(),
      role: z.string(),
      template: z.string(),
      /** Slugs of pages that it links to, as `section/slug`. */
      links: z.array(z.string()),
      /** The facts that it is written from, such as `topic:README.md:12`. */
      uses: z.array(z.string()).optional(),
    }),
  ),
});
export type PagePlan = z.output<typeof pagePlanSchema>;
export type PlannedPage = PagePlan['pages'][number];

/** The pages of one section, whole, with front matter. */
export const draftSchema = z.strictObject({
  schema_version: version,
  section,
  pages: z.array(
    z.strictObject({
      path: z.string(),
      slug: z.string(),
      title: z.string(),
      content: z.string(),
      sentences: z.array(citedSentence).default([]),
    }),
  ),
});
export type Draft = z.output<typeof draftSchema>;

/** The hashes of all drafts. */
export const draftManifestSchema = z.strictObject({
  schema_version: version,
  pages: z.array(z.strictObject({ section, path: z.string(), sha256 })),
});

const issueSchema = z.strictObject({
  issue_id: z.string(),
  gate: z.string(),
  severity: z.enum(['blocker', 'error', 'warn', 'info']),
  status: z.enum(['OPEN', 'RESOLVED']),
  error_code: z.string(),
  title: z.string(),
  message: z.string(),
  location: z.strictObject({ path: z.string(), line: z.int().optional() }).optional(),
  fixable: z.boolean(),
});

/** The result of a validation. */
export const validationReportSchema = z.strictObject({
  schema_version: version,
  ok: z.boolean(),
  profile: z.enum(profiles),
  gates: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      status: z.enum(['passed', 'failed', 'skipped']),
      /** GATE_FAILED if the gate did not pass. */
      code: z.literal('GATE_FAILED').optional(),
      message: z.string().optional(),
      reason: z.string().optional(),
      elapsed_ms: z.int().min(0),
      tool: z
        .strictObject({
          name: z.string(),
          version: z.string(),
          confinement: optionalKey(z.string()).describe('How the tool was confined: namespace or policy.'),
        })
        .optional(),
      issue_count: z.int().min(0),
    }),
  ),
  issues: z.array(issueSchema),
});
export type ValidationReport = z.output<typeof validationReportSchema>;

/** The pull request, and how to undo it. */
export const prSchema = z.strictObject({
  schema_version: version,
  run_id: z.string(),
  base_ref: commit,
  base_branch: z.string(),
  branch_name: z.string(),
  commit_shas: z.array(commit).min(1),
  pr_number: z.int(),
  pr_url: z.string(),
  rollback_steps: z.array(z.string()).min(1),
  affected_paths: z.array(z.string()).min(1),
  validation_summary: z.strictObject({
    ok: z.boolean(),
    profile: z.enum(profiles),
    gates_passed: z.int(),
    gates_failed: z.int(),
    gates_skipped: z.int(),
  }),
});
export type PullRequestRecord = z.output<typeof prSchema>;

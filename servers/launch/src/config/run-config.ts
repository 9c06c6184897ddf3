import { z } from 'zod';
import { layoutProblems } from './layout-problems.ts';
import { llmConfigSchema } from './llm-config.ts';
import { platforms, profiles, sections } from './sections.ts';
import type { Section } from './sections.ts';

const longestText = 500;
/** One line. A line break in a name would begin a new line in front matter, Markdown and commit messages. */
const text = z
  .string()
  .max(longestText)
  .regex(
    /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*[^\p{Cc}\s\u202a-\u202e\u2066-\u2069][^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u,
    'must be one line of text that is not blank, without control or bidirectional characters',
  );
const commit = z.string().regex(/^[a-f0-9]{40}$/, 'must be a commit hash: 40 lower-case hexadecimal digits');
const slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
    'must be at most 64 lower-case letters, digits and hyphens, without a hyphen at the start or end',
  );
const locale = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as 'en'");
const repositoryUrl = z
  .string()
  .max(longestText)
  .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an http or https URL without credentials, query or fragment');
const pageUrl = z
  .string()
  .max(longestText)
  .regex(/^https?:\/\/[^\s<>"'`\\]+$/, 'must be an http or https URL');
/** A path in a repository: relative, with slashes, without `.` and `..`. */
const path = z.string().min(1).max(longestText).refine(isPlainPath, {
  error:
    "must be a relative path such as 'content/docs', with no part that is empty, '.', '..' or '.git', and no backslash",
  // Nothing else is said about a path that is not one.
  abort: true,
});

const sectionName = z.enum(sections);

const layout = z
  .strictObject({
    content_root: path.default('content'),
    /** The folder of each section; defaults to one below content_root. */
    subdomain_roots: z
      .strictObject({ products: path, docs: path, reference: path, kb: path, blog: path })
      .partial()
      .default({}),
    /** Where the locale is written: a folder below the section, the file name, or nowhere. */
    localization: z.enum(['none', 'dir', 'filename']).default('none'),
  })
  .transform((given) => ({ ...given, subdomain_roots: rootsOf(given.content_root, given.subdomain_roots) }));

type Roots = Record<Section, string>;

const rootsOf = (content_root: string, given: Partial<Record<Section, string | undefined>>): Roots =>
  Object.fromEntries(sections.map((section) => [section, given[section] ?? `${content_root}/${section}`])) as Roots;

const count = (most: number) => z.int().min(1).max(most);

/** The configuration of a run. Unknown fields are refused; defaults are filled in before it is hashed and pinned. */
export const runConfigSchema = z
  .strictObject({
    schema_version: z.literal('1.0').default('1.0'),
    product_slug: slug,
    product_name: text,
    /** The folder of a product family below each section. */
    family: slug.optional(),
    target_platform: z.enum(platforms).optional(),
    locale: locale.default('en'),
    github_repo_url: repositoryUrl,
    github_ref: commit,
    site_repo_url: repositoryUrl,
    /** The branch that the pull request is opened against; defaults to the default branch. */
    site_branch: text.optional(),
    /** The commit of the site to start from; defaults to the head of the branch. */
    site_ref: commit.optional(),
    required_sections: z
      .array(sectionName)
      .min(1)
      .default([...sections])
      .transform(inOrder),
    site_layout: layout.prefault({}),
    /** Folders and files of the site that the run may write: at least a part of each required section. */
    allowed_paths: z.array(path).max(100),
    /** A folder of the site with templates that replace those of the server. */
    templates_dir: path.optional(),
    canonical_urls: z.strictObject({ product: pageUrl, docs: pageUrl, reference: pageUrl }).partial().default({}),
    validation_profile: z.enum(profiles).default('local'),
    /** Whether warnings fail a gate in profile ci. */
    ci_strictness: z.enum(['relaxed', 'strict']).default('relaxed'),
    /** Whether the run fixes issues without being asked. */
    auto_fix: z.boolean().default(false),
    max_fix_attempts: z.int().min(0).max(100).default(3),
    /** Pages of earlier runs for which the product has no text any more: reported, or deleted if they are unedited. */
    stale_pages: z.enum(['flag', 'delete']).default('flag'),
    hugo: z.strictObject({ config: path.optional() }).prefault({}),
    ingestion: z
      .strictObject({
        exclude_patterns: z.array(text).max(100).default([]),
        example_directories: z.array(path).max(20).default(['examples', 'samples', 'demo']),
      })
      .prefault({}),
    external_links: z.strictObject({ ignore: z.array(text).max(200).default([]) }).prefault({}),
    commit: z
      .strictObject({
        message_template: text.default('docs: launch {product_slug} at {github_ref}'),
        body_template: z.string().max(5000).default('Written by run {run_id} from {github_repo_url} at {github_ref}.'),
        author_name: text.optional(),
        author_email: z.email().optional(),
      })
      .prefault({}),
    /** A language model that writes prose from claims. Without it nothing is sent anywhere. */
    llm: llmConfigSchema.optional(),
    budgets: z
      .strictObject({
        max_runtime_s: count(86_400).default(3600),
        max_file_writes: count(10_000).default(500),
        max_external_calls: count(10_000).default(500),
        max_llm_calls: count(10_000).default(500),
        max_llm_tokens: count(100_000_000).default(1_000_000),
        max_lines_per_file: count(100_000).default(500),
        max_files_changed: count(10_000).default(100),
      })
      .prefault({}),
  })
  .superRefine((config, context) => {
    for (const { path: at, message } of layoutProblems(config)) {
      context.addIssue({ code: 'custom', path: [...at], message });
    }
  });

export type RunConfig = z.output<typeof runConfigSchema>;
export type GivenRunConfig = z.input<typeof runConfigSchema>;

function isPlainPath(value: string): boolean {
  return (
    !/[\\\p{Cc}]/u.test(value) &&
    value.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
  );
}

function inOrder(given: readonly Section[]): Section[] {
  return sections.filter((section) => given.includes(section));
}

import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkRunConfig } from '../config/check-run-config.ts';
import { platforms } from '../config/sections.ts';
import { answering } from './answering.ts';
import { toolCodes } from './codes.ts';
import { answerOf, beginRun, choicesOf, derive, factsOf, missingOf } from './derived-run.ts';
import { fail } from './failures.ts';
import { refuseConfig } from './refuse-config.ts';
import type { SourceToolbox } from './toolbox.ts';

const tool = 'launch_start_run_from_github_repo_url';
const short = z.string().min(1).max(500);

const input = z.strictObject({
  github_repo_url: short.describe('The repository of the product, such as https://github.com/owner/name.'),
  site_repo_url: short.optional().describe("The site repository; defaults to the server's LAUNCH_SITE_URL."),
  github_ref: short.optional().describe('A full 40-digit commit hash; defaults to the head of the default branch.'),
  product_slug: short.optional().describe("The product's name in paths and branches."),
  product_name: short.optional().describe('The display name.'),
  target_platform: z.enum(platforms).optional(),
  locale: short.optional().describe("A language tag; defaults to the site's default language."),
  layout_mode: z.enum(['none', 'dir', 'filename']).optional().describe('Where page paths contain the locale.'),
  idempotency_key: z.string().min(1).max(255).optional(),
});

const output = z.object({
  run_id: z.string(),
  state: z.string(),
  replayed: z.boolean(),
  derived_config: z.object({
    product_slug: z.string(),
    product_name: z.string(),
    family: z.string().nullable(),
    target_platform: z.string().nullable(),
    locales: z.array(z.string()),
    layout_mode: z.string(),
    allow_inference: z.boolean(),
    github_repo_url: z.string(),
    github_ref: z.string(),
    site_repo_url: z.string(),
    allowed_paths: z.array(z.string()),
  }),
  inferred: z
    .array(
      z.object({
        field: z.string(),
        value: z.json(),
        confidence: z.number(),
        source: z.union([z.object({ path: z.string(), line: z.int() }), z.object({ rule: z.string() })]),
      }),
    )
    .describe('Values that the caller did not provide, with the line or the rule that they were inferred from.'),
});

export const createStartFromRepository = (toolbox: SourceToolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Starts a run for a repository: derives the run_config from the repository and the site, and returns each inferred value with its source and confidence. If a value is unclear, the call starts no run and fails with INVALID_INPUT, which lists the candidates; repeat the call with the missing fields. The same idempotency_key returns the same run.',
    input,
    output,
    operation: 'command',
    danger: 'reversible',
    timeoutMs: toolbox.waits.resumeMs,
    codes: toolCodes,
    errors: [
      'INVALID_INPUT',
      'REPO_NOT_FOUND',
      'REPO_NOT_ALLOWED',
      'REPO_TOO_LARGE',
      'REPO_EMPTY',
      'CLONE_FAILED',
      'TOOLCHAIN_MISSING',
      'SCHEMA_VALIDATION_FAILED',
      'IDEMPOTENCY_CONFLICT',
      'RUN_PIPELINE_UNKNOWN',
    ],
    run: (call) =>
      answering(call, async () => {
        const { idempotency_key: key, ...given } = call.arguments;
        const nothing = { effect: 'none', correlation_id: call.correlation_id } as const;
        const facts = factsOf(given, toolbox.site);
        if (!facts.ok) return fail('INVALID_INPUT', facts.details, nothing);
        const derived = await derive(facts.value, toolbox, call.signal);
        if (!derived.ok) {
          const next_actions = choicesOf(tool, call.arguments, derived);
          return fail('INVALID_INPUT', missingOf(derived), {
            ...nothing,
            ...(next_actions.length > 0 && { next_actions }),
          });
        }
        const checked = checkRunConfig(derived.config);
        if (!checked.ok) return refuseConfig(checked, call);
        const begun = await beginRun(toolbox, facts.value, derived, {
          principal: call.principal.id,
          ...(key !== undefined && { key }),
          ...(call.trace && { trace_id: call.trace.trace_id }),
        });
        return answerOf(begun, derived.inferred);
      }),
  });

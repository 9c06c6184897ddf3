import { changeFailure } from '@recourse/contract';
import type { Json, NextAction } from '@recourse/contract';
import { RunError } from '@recourse/runs';
import type { StartedRun, StartOptions } from '@recourse/runs';
import { runConfigSchema } from '../config/run-config.ts';
import type { RunConfig } from '../config/run-config.ts';
import { deriveConfig } from '../inferring/derive-config.ts';
import type { Ambiguous, DerivedConfig, GivenFacts } from '../inferring/derive-config.ts';
import type { Inferred } from '../inferring/inferred.ts';
import { readAddress } from './repository-address.ts';
import type { SourceToolbox, Toolbox } from './toolbox.ts';

type GivenArguments = Omit<GivenFacts, 'site_repo_url'> & { readonly site_repo_url?: string | undefined };

interface WrongInput {
  readonly missing_fields?: string[];
  readonly invalid_fields?: string[];
  readonly suggested_values?: Record<string, string>;
}

type ReadFacts =
  { readonly ok: true; readonly value: GivenFacts } | { readonly ok: false; readonly details: WrongInput };

/** Reads the addresses of a call. The site is the server's own unless the call names one. */
export const factsOf = (given: GivenArguments, ownSite: string | undefined): ReadFacts => {
  const site = given.site_repo_url ?? ownSite;
  if (site === undefined) return { ok: false, details: { missing_fields: ['site_repo_url'] } };
  const product = readAddress(given.github_repo_url);
  const own = readAddress(site);
  if (product.ok && own.ok) {
    return { ok: true, value: { ...given, github_repo_url: product.url, site_repo_url: own.url } };
  }
  const read = { github_repo_url: product, site_repo_url: own };
  const wrong = Object.entries(read).flatMap(([field, one]) => (one.ok ? [] : [{ field, meant: one.meant }]));
  const suggested = wrong.flatMap(({ field, meant }) => (meant === undefined ? [] : [[field, meant] as const]));
  const invalid_fields = wrong.map(({ field }) => field);
  return {
    ok: false,
    details: {
      invalid_fields,
      ...(suggested.length > 0 && { suggested_values: Object.fromEntries(suggested) }),
    },
  };
};

/** Hints that fit a call that starts nothing, in place of those for a run. */
const hints: Readonly<Record<string, string>> = {
  CLONE_FAILED: 'Repeat the same call later; no run was started.',
  REPO_NOT_FOUND:
    'Correct the URL or github_ref and repeat the call, or ask the operator for access to the repository.',
};

/** Derives a configuration. Nothing is started yet, and failures say so. */
export const derive = async (
  facts: GivenFacts,
  { repositories }: SourceToolbox,
  signal: AbortSignal,
): Promise<DerivedConfig | Ambiguous> => {
  try {
    return await deriveConfig(facts, repositories, signal);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const hint = hints[error.failure.code];
    throw new RunError(changeFailure(error.failure, { effect: 'none', ...(hint !== undefined && { hint }) }));
  }
};

/** The fields that a call has to give, and the values to choose from. */
export const missingOf = ({ candidates }: Ambiguous) => ({
  missing_fields: Object.keys(candidates),
  candidates: Object.fromEntries(
    Object.entries(candidates).map(([field, some]) => [field, some.map((one) => ({ ...one }))]),
  ),
});

const mostChoices = 3;

/** The same call with each of the likeliest values, if only one field is missing. */
export const choicesOf = (
  tool: string,
  given: Readonly<Record<string, Json | undefined>>,
  { candidates }: Ambiguous,
): readonly NextAction[] => {
  const [[field, values] = [], ...others] = Object.entries(candidates);
  if (field === undefined || values === undefined || others.length > 0) return [];
  const known = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return values.slice(0, mostChoices).map(({ value, source }) => ({
    tool,
    arguments: { ...known, [field]: value },
    why: `Use '${value}'${'rule' in source ? `: ${source.rule}` : `, found in ${source.path}:${source.line}`}.`,
  }));
};

/** A started run with its configuration. */
export interface BegunRun {
  readonly started: StartedRun;
  readonly config: RunConfig;
}

/**
 * Starts the run. A key that belongs to a run for the same repositories returns that run, even if the product has a
 * newer commit by now.
 */
export const beginRun = async (
  { runs, pipeline }: Toolbox,
  facts: GivenFacts,
  { config }: DerivedConfig,
  options: StartOptions,
): Promise<BegunRun> => {
  try {
    const started = await runs.start(pipeline, config, options);
    return { started, config: runConfigSchema.parse(config) };
  } catch (error) {
    const id = error instanceof RunError ? error.failure.details?.['existing_run_id'] : undefined;
    if (typeof id !== 'string') throw error;
    const existing = runConfigSchema.parse(await runs.config(id));
    if (!isSameRequest(facts, existing)) throw error;
    const { state } = await runs.status(id);
    return { started: { run_id: id, state, replayed: true }, config: existing };
  }
};

const isSameRequest = (facts: GivenFacts, config: RunConfig): boolean => {
  const { layout_mode, ...rest } = facts;
  const known = config as unknown as Readonly<Record<string, unknown>>;
  return (
    (layout_mode === undefined || layout_mode === config.site_layout.localization) &&
    Object.entries(rest).every(([field, value]) => value === undefined || known[field] === value)
  );
};

/** The answer: the run, its configuration in the words of the contract, and the origin of each inferred value. */
export const answerOf = ({ started, config }: BegunRun, inferred: readonly Inferred[]) => {
  const derived_config = {
    product_slug: config.product_slug,
    product_name: config.product_name,
    family: config.family ?? null,
    target_platform: config.target_platform ?? null,
    locales: [config.locale],
    layout_mode: config.site_layout.localization,
    allow_inference: false,
    github_repo_url: config.github_repo_url,
    github_ref: config.github_ref,
    site_repo_url: config.site_repo_url,
    allowed_paths: [...config.allowed_paths],
  };
  const known: Readonly<Record<string, unknown>> = { ...derived_config, locale: config.locale };
  // A run that was there already may have been derived from an older commit.
  const isOf = ({ field, value }: Inferred): boolean => JSON.stringify(known[field]) === JSON.stringify(value);
  return { ...started, derived_config, inferred: inferred.filter(isOf).map(toJson) };
};

const toJson = ({ value, ...rest }: Inferred) => ({
  ...rest,
  value: typeof value === 'object' && value !== null ? [...value] : value,
});

import type { EvidenceMap, Inputs, PagePlan, Templates } from '../../artifacts.ts';
import type { RunConfig } from '../../config/run-config.ts';
import { templates } from '../../drafting/templates.ts';
import type { LaunchEnvironment } from '../../environment.ts';
import { readText } from '../../product/read-text.ts';
import type { Grounds } from '../../truth/grounds.ts';
import type { Scene } from '../scene.ts';

/** The artifacts that verdicts depend on, besides the citations. */
export const groundArtifacts = ['evidence_map.json', 'templates.json'] as const;

interface GroundOptions {
  readonly config: RunConfig;
  readonly environment: LaunchEnvironment;
  readonly inputs: Inputs;
  readonly plan: PagePlan;
  readonly artifacts: Scene['artifacts'];
  readonly signal: AbortSignal;
  /** The claims whose files are read; defaults to all. */
  readonly cited?: ReadonlySet<string>;
}

/** Reads the evidence of a run, and the cited files of the product at the pinned commit. */
export const readGrounds = async (options: GroundOptions): Promise<Grounds> => {
  const { config, environment, inputs, plan, artifacts, signal, cited } = options;
  const { claims } = await artifacts.json<EvidenceMap>('evidence_map.json');
  const site = await artifacts.json<Templates>('templates.json');
  const paths = new Set(claims.filter(({ id }) => cited?.has(id) ?? true).map(({ source }) => source.path));
  const files = new Map<string, readonly string[]>();
  await environment.repositories.withTree(inputs.product, signal, async (tree) => {
    for (const path of paths) {
      signal.throwIfAborted();
      const text = await readText(tree, path);
      if (text !== undefined) files.set(path, text.split('\n'));
    }
  });
  const names = [config.product_name, config.product_slug, repositoryName(config.github_repo_url)];
  return {
    claims: new Map(claims.map((claim) => [claim.id, claim])),
    linesOf: (path) => files.get(path),
    names,
    known: new Set([
      ...names,
      ...plan.pages.map(({ title }) => title),
      ...claims.flatMap(({ source, subject }) => [source.path, ...(subject === undefined ? [] : [subject])]),
    ]),
    templates: { ...templates, ...site.templates },
  };
};

const repositoryName = (url: string): string =>
  url
    .replace(/(?:\.git)?\/*$/u, '')
    .split('/')
    .at(-1) ?? '';

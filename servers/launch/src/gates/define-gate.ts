import { setImmediate } from 'node:timers/promises';
import { withinTime } from '@recourse/engine/within-time';
import { gate } from '@recourse/runs';
import type { FoundIssue, Gate, GateFindings, WorkContext } from '@recourse/runs';
import type { Inputs, PagePlan } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Profile } from '../config/sections.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { isReadable } from '../markdown/read-page.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { issueOf, mostIssues, onlyNew } from './findings.ts';
import { readPages } from './scene.ts';
import type { Look, Scene, TouchedPage } from './scene.ts';
import { issueCodes } from './issue-codes.ts';

/** One gate: what it is called, how long it may take, and how it looks. */
export interface GateDefinition {
  readonly name: string;
  /** Artifacts that it reads besides the inputs, the plan and the patches. */
  readonly needs?: readonly string[];
  /** How long it may look, in seconds, in each profile. */
  readonly limits: Readonly<Record<Profile, number>>;
  readonly look: Look;
}

const graceMs = 30_000;

/** Makes a gate of the pipeline: opens the worktree, limits the time, and applies the profile to what is found. */
export const defineGate = (definition: GateDefinition, environment: LaunchEnvironment): Gate<RunConfig> => {
  const { name, needs = [], limits } = definition;
  const longestMs = Math.max(limits.local, limits.ci, limits.prod) * 1000;
  return gate<RunConfig>(
    name,
    {
      needs: ['inputs.json', 'page_plan.json', 'patch_bundle.json', ...needs],
      timeoutMs: longestMs + graceMs,
      version: '1',
    },
    (context) => lookInTime(definition, context, environment),
  );
};

const lookInTime = async (
  { name, limits, look }: GateDefinition,
  context: WorkContext<RunConfig>,
  environment: LaunchEnvironment,
): Promise<GateFindings> => {
  const { config, artifacts } = context;
  const seconds = limits[config.validation_profile];
  const inputs = await artifacts.json<Inputs>('inputs.json');
  const plan = await artifacts.json<PagePlan>('page_plan.json');
  const bundle = await artifacts.json<PatchBundle>('patch_bundle.json');
  const looked = await environment.repositories.withTree(inputs.site, context.signal, async (tree) => {
    const worktree = await openWorktree(tree, bundle, config);
    const pages = await readPages(worktree, { plan, config });
    const given = { config, environment, inputs, plan, bundle, worktree, pages, artifacts };
    return withinTime(seconds * 1000, context.signal, async (signal) => {
      try {
        return await look({ ...given, signal });
      } catch (error) {
        // The gates after this one still run; the report says that it did not finish.
        if (signal.aborted && !context.signal.aborted) return { issues: [timeoutOf(name, seconds)] };
        throw error;
      }
    });
  });
  return { ...looked, issues: looked.issues.slice(0, mostIssues).map((issue) => judged(issueOf(issue), config)) };
};

const timeoutOf = (name: string, seconds: number): FoundIssue => ({
  code: issueCodes.timeout,
  severity: 'blocker',
  message: `Gate '${name}' did not finish within ${seconds} s`,
});

/** Warnings fail in profile prod, and in profile ci if it is strict. */
const judged = (issue: FoundIssue, { validation_profile: profile, ci_strictness }: RunConfig): FoundIssue => {
  const isStrict = profile === 'prod' || (profile === 'ci' && ci_strictness === 'strict');
  return issue.severity === 'warn' && isStrict ? { ...issue, severity: 'error' } : issue;
};

/** Looks at one page. */
export type PageCheck = (page: TouchedPage, scene: Scene) => readonly FoundIssue[];

/** A look at every touched page by itself. Issues that a page had before the run are not reported. */
export const lookAtPages = async (scene: Scene, check: PageCheck): Promise<readonly FoundIssue[]> => {
  const issues: FoundIssue[] = [];
  for (const page of scene.pages) {
    // Other runs get their turn between two pages.
    await setImmediate();
    scene.signal.throwIfAborted();
    const { before } = page;
    const known = before === undefined || !isReadable(before) ? [] : check({ ...page, text: before }, scene);
    issues.push(...onlyNew(check(page, scene), known));
    if (issues.length >= mostIssues) break;
  }
  return issues;
};

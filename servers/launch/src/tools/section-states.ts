import type { RunStatus } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';
import { artifactNames } from './fields.ts';

export const sectionStates = ['NOT_STARTED', 'OUTLINED', 'DRAFTED', 'MERGED_IN_WORKTREE', 'DONE', 'BLOCKED'] as const;
export type SectionState = (typeof sectionStates)[number];

type Known = Pick<RunStatus, 'artifacts' | 'work_items' | 'open_issues'>;

/** The state of each required section: how far its pages are, judged by artifacts, work items and open issues. */
export const sectionStatesOf = (status: Known, config: RunConfig): Readonly<Record<string, SectionState>> =>
  Object.fromEntries(config.required_sections.map((section) => [section, stateOf(section, status, config)]));

const stateOf = (section: Section, status: Known, { site_layout }: RunConfig): SectionState => {
  const has = (key: string): boolean => status.artifacts.some((artifact) => artifact.key === key);
  const root = site_layout.subdomain_roots[section];
  if (isBlocked(section, status)) return 'BLOCKED';
  if (has(artifactNames.report) && !hasIssue(status, root)) return 'DONE';
  if (has(artifactNames.bundle)) return 'MERGED_IN_WORKTREE';
  if (has(`${artifactNames.draft}/${section}`)) return 'DRAFTED';
  return has(artifactNames.plan) ? 'OUTLINED' : 'NOT_STARTED';
};

/** Whether the newest attempt of the section's writer failed. */
const isBlocked = (section: string, { work_items }: Known): boolean =>
  work_items.findLast(({ kind, scope }) => kind === 'step' && scope === section)?.status === 'failed';

const hasIssue = ({ open_issues }: Known, root: string): boolean =>
  open_issues.some(
    ({ severity, path }) =>
      (severity === 'blocker' || severity === 'error') &&
      path !== undefined &&
      (path === root || path.startsWith(`${root}/`)),
  );

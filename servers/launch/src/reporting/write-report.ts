import type { Issue, ReportFacts } from '@recourse/runs';
import type { ValidationReport } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';

const longestTitle = 120;

/** Writes the validation report of a run. Gates are in the order in which the pipeline declares them. */
export const writeReport = (
  { config, gates, issues }: ReportFacts<RunConfig>,
  { order, fixes }: { readonly order: readonly string[]; readonly fixes: (issue: Issue) => boolean },
): ValidationReport => {
  const ran = order.flatMap((name) => (gates[name] ? [{ name, ...gates[name] }] : []));
  return {
    schema_version: '1.0',
    ok: ran.every(({ status }) => status !== 'failed'),
    profile: config.validation_profile,
    gates: ran.map(({ name, status, tool, reason, elapsed_ms, issues: found }) => ({
      name,
      ok: status !== 'failed',
      status,
      ...(status === 'failed' && failureOf(name, found.length)),
      ...(reason !== undefined && { reason }),
      elapsed_ms,
      ...(tool && { tool }),
      issue_count: found.length,
    })),
    issues: issues.map((issue) => ({
      issue_id: issue.id,
      gate: issue.gate,
      severity: issue.severity,
      status: issue.status,
      error_code: issue.code,
      title: titleOf(issue.message),
      message: issue.message,
      ...(issue.path !== undefined && {
        location: { path: issue.path, ...(issue.line !== undefined && { line: issue.line }) },
      }),
      fixable: fixes(issue),
    })),
  };
};

const failureOf = (gate: string, count: number): { readonly code: 'GATE_FAILED'; readonly message: string } => ({
  code: 'GATE_FAILED',
  message: `Gate '${gate}' failed with ${count} issue(s)`,
});

/** The first sentence of a message, shortened for lists. */
export const titleOf = (message: string): string => {
  const [first = ''] = message.split(/(?<=[.!?])\s|\n/u, 1);
  return first.length > longestTitle ? `${first.slice(0, longestTitle - 1)}…` : first;
};

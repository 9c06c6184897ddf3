import type { Inputs, ValidationReport } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import { sections } from '../config/sections.ts';

export interface Described {
  readonly run_id: string;
  readonly config: RunConfig;
  readonly inputs: Inputs;
  readonly report: ValidationReport;
  readonly branch: string;
  /** Paths that the run writes or removes, in order. */
  readonly paths: readonly string[];
}

const mostListed = 50;

/** A title is shown as it is: it is not Markdown. */
export const titleOf = ({ config }: Pick<Described, 'config'>): string =>
  `docs: launch ${withoutHidden(config.product_name).trim()}`.slice(0, 200);

/** How to undo the pull request, step by step. */
export const rollbackSteps = ({ branch, inputs }: Pick<Described, 'branch' | 'inputs'>): readonly string[] => [
  `Before the merge: close the pull request and delete the branch ${branch}.`,
  `After the merge: revert the merge commit on ${inputs.site.branch} with 'git revert -m 1 <merge commit>' and push.`,
  `For comparison: before this change, the site was at commit ${inputs.site.sha}.`,
];

/** The body of the pull request: what was launched, the pages by section, the gates, and the way back. */
export const bodyOf = (described: Described): string => {
  const { run_id, config, inputs, report, paths } = described;
  const steps = rollbackSteps(described).map((step, index) => `${index + 1}. ${step}`);
  return [
    `Pages about **${plain(config.product_name)}**, written from ${inputs.product.url} at \`${inputs.product.sha}\` by run \`${run_id}\`.`,
    '## Pages',
    ...pagesBySection(config, paths),
    '## Gates',
    `Profile \`${report.profile}\`: ${report.ok ? 'passed' : 'failed'}.`,
    gateTable(report),
    ...decisions(report),
    '## Rollback',
    steps.join('\n'),
  ].join('\n\n');
};

const pagesBySection = (config: RunConfig, paths: readonly string[]): readonly string[] => {
  const rest = new Set(paths);
  const lists = sections.flatMap((section) => {
    const root = `${config.site_layout.subdomain_roots[section] ?? `${config.site_layout.content_root}/${section}`}/`;
    const own = paths.filter((path) => path.startsWith(root));
    for (const path of own) rest.delete(path);
    return own.length > 0 ? [listOf(section, own)] : [];
  });
  return rest.size > 0 ? [...lists, listOf('Other files', [...rest])] : lists;
};

const listOf = (title: string, paths: readonly string[]): string => {
  const shown = paths.slice(0, mostListed).map((path) => `- ${code(path)}`);
  const more = paths.length > mostListed ? [`- and ${paths.length - mostListed} more`] : [];
  return [`**${title}** (${paths.length})`, '', ...shown, ...more].join('\n');
};

const gateTable = ({ gates }: ValidationReport): string =>
  [
    '| gate | result | issues | tool |',
    '| --- | --- | --- | --- |',
    ...gates.map(({ name, status, reason, issue_count, tool }) => {
      const result = reason === undefined ? status : `${status}: ${plain(reason)}`;
      return `| ${plain(name)} | ${result} | ${issue_count} | ${tool ? plain(`${tool.name} ${tool.version}`) : ''} |`;
    }),
  ].join('\n');

/** Issues that do not stop the pull request and that its reviewers should see. */
const decisions = ({ issues }: ValidationReport): readonly string[] => {
  const open = issues.filter(({ gate, status }) => gate === 'merge' && status === 'OPEN');
  if (open.length === 0) return [];
  const shown = open.slice(0, mostListed).map(({ error_code, message }) => `- ${error_code}: ${plain(message)}`);
  const more = open.length > mostListed ? [`- and ${open.length - mostListed} more in validation_report.json`] : [];
  return ['## Decide before merging', [...shown, ...more].join('\n')];
};

/** Text of a configuration or a repository, in which no Markdown and no HTML is left. */
const plain = (text: string): string =>
  withoutHidden(text)
    .replace(/[\\`*_{}[\]<>()#+!|~@]/g, (character) => `\\${character}`)
    .trim();

const withoutHidden = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

const code = (text: string): string => `\`${text.replace(/[\p{Cc}\p{Cf}`]+/gu, ' ')}\``;

import type { ReportIssue, Standing } from '../run/shown-run.ts';

type Severity = ReportIssue['severity'];

/** Severities from the worst to the mildest, with the words for one and for several. */
export const severities: Readonly<Record<Severity, readonly [one: string, several: string]>> = {
  blocker: ['blocker', 'blockers'],
  error: ['error', 'errors'],
  warn: ['warning', 'warnings'],
  info: ['note', 'notes'],
};
export const severityNames = Object.keys(severities) as Severity[];

/** The worst severity of issues. */
export const worstOf = (issues: readonly ReportIssue[]): Severity | undefined =>
  severityNames.find((name) => issues.some(({ severity }) => severity === name));

/** The support of a sentence, in one or two words and as the rest of a sentence. */
export const standings: Readonly<Record<Standing, readonly [label: string, meaning: string]>> = {
  cited: ['cited', "cites claims from the product's repository"],
  phrase: ['phrase', 'is a template phrase'],
  kept: ['kept', 'was on the page before the run'],
  uncited: ['no evidence', 'cites no claim'],
};

/** A count with its noun: `1 issue`, `1,204 issues`. */
export const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : several}`;

/** A duration in the unit that suits it. */
export const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

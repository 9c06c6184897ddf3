import type { Finding } from './judge.ts';

/** Counts by class and by project, then every miss with its id. */
export const renderReport = (findings: readonly Finding[]): string => {
  const inputs = new Map(findings.map((finding) => [finding.case.id, finding.case]));
  const ofKind = (kind: 'hostile' | 'honest'): number =>
    [...inputs.values()].filter((each) => each.kind === kind).length;
  const misses = findings.filter(({ miss }) => miss !== undefined);
  return [
    ...table('class', findings, (finding) => finding.case.class),
    '',
    ...table('project', findings, (finding) => finding.case.project),
    '',
    ...misses.map(
      (finding) =>
        `MISS ${finding.case.id} (${finding.way}) ${JSON.stringify(finding.case.input)}\n     ${finding.miss ?? ''}`,
    ),
    `${ofKind('hostile')} hostile and ${ofKind('honest')} honest inputs; ${count(findings, 'planned')} planned, ${count(findings, 'followed')} refusals followed as their advice says, ${count(findings, 'executed')} executed (${findings.filter(({ way, case: { kind } }) => way === 'executed' && kind === 'honest').length} honest ones to their end)`,
    `${missesOf(misses, 'hostile')} let through or answered otherwise, ${missesOf(misses, 'honest')} honest refused or failed`,
  ].join('\n');
};

const count = (findings: readonly Finding[], way: Finding['way']): number =>
  findings.filter((finding) => finding.way === way).length;

const missesOf = (misses: readonly Finding[], kind: 'hostile' | 'honest'): number =>
  new Set(misses.filter((miss) => miss.case.kind === kind).map((miss) => miss.case.id)).size;

const columns = ['hostile', 'honest', 'executed', 'missed'] as const;

const table = (title: string, findings: readonly Finding[], keyOf: (finding: Finding) => string): readonly string[] => {
  const rows = new Map<string, Finding[]>();
  for (const finding of findings) rows.set(keyOf(finding), [...(rows.get(keyOf(finding)) ?? []), finding]);
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  return [
    line(title, columns),
    ...[...rows].map(([name, own]) => {
      const ids = (kind: 'hostile' | 'honest'): number =>
        new Set(own.filter((finding) => finding.case.kind === kind).map((finding) => finding.case.id)).size;
      const missed = new Set(own.filter(({ miss }) => miss !== undefined).map((finding) => finding.case.id)).size;
      return line(name, [ids('hostile'), ids('honest'), count(own, 'executed'), missed]);
    }),
  ];
};

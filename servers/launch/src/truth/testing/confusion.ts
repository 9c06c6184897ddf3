import type { Label } from './read-yardstick.ts';

export interface Judged {
  readonly label: Label;
  readonly verdict: Label;
}

const labels: readonly Label[] = ['backed', 'unbacked', 'contradicted', 'stale', 'uncited'];

/** How often each verdict was given to the sentences of each label. */
export const createConfusion = (judged: readonly Judged[]) => {
  const count = (label: Label, verdict: Label): number =>
    judged.filter((one) => one.label === label && one.verdict === verdict).length;
  const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  const reported = judged.filter(({ verdict }) => verdict !== 'backed');
  return {
    /** The part of the sentences with a label that got it as their verdict. */
    recall: (label: Label) => ratio(count(label, label), judged.filter((one) => one.label === label).length),
    /** The part of the sentences with a verdict that have it as their label. */
    precision: (label: Label) => ratio(count(label, label), judged.filter((one) => one.verdict === label).length),
    /** The part of the reported sentences that are not backed. */
    reported: ratio(reported.filter(({ label }) => label !== 'backed').length, reported.length),
    table: () =>
      [
        ['label', ...labels].map((cell) => cell.padEnd(13)).join(''),
        ...labels.map((label) =>
          [label, ...labels.map((verdict) => String(count(label, verdict)))].map((cell) => cell.padEnd(13)).join(''),
        ),
      ].join('\n'),
  };
};

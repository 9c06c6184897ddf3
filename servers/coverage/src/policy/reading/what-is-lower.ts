import type { Policy } from '../policy.ts';

/** A requirement that is weaker in one policy than in another. */
export interface Lowered {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

const mostNamed = 50;

/** Lists the requirements that the second policy weakens: minimums, the files they apply to, and gates. */
export const whatIsLower = (before: Policy, after: Policy): readonly Lowered[] =>
  [
    ...lower('default minimum', before.defaultMinimum, after.defaultMinimum),
    ...(before.metric === after.metric
      ? []
      : [{ subject: 'metric', from: before.metric ?? 'default', to: after.metric ?? 'default' }]),
    ...domainsLower(before, after),
    ...filesLower(before, after),
    ...longer('exclude', before.exclude, after.exclude),
    ...(before.diff.enabled && !after.diff.enabled
      ? [{ subject: 'gate on changed lines', from: 'on', to: 'off' }]
      : []),
    ...lower('minimum for changed lines', changesMinimum(before), changesMinimum(after)),
    ...(!before.annotations && after.annotations
      ? [{ subject: 'files may exclude themselves by annotation', from: 'no', to: 'yes' }]
      : []),
  ].slice(0, mostNamed);

const changesMinimum = ({ diff, defaultMinimum }: Policy): number => diff.minimum ?? defaultMinimum;

const lower = (subject: string, from: number, to: number): readonly Lowered[] =>
  to < from ? [{ subject, from: String(from), to: String(to) }] : [];

const domainsLower = (before: Policy, after: Policy): readonly Lowered[] =>
  before.domains.flatMap((domain) => {
    const subject = `domain '${domain.name}'`;
    const now = after.domains.find(({ name }) => name === domain.name);
    if (!now) return [{ subject, from: String(domain.minimum), to: 'removed' }];
    return [
      ...lower(subject, domain.minimum, now.minimum),
      ...longer(`exclude of ${subject}`, domain.exclude, now.exclude),
      ...longer(`match of ${subject}`, now.match, domain.match, 'lost'),
    ];
  });

const filesLower = (before: Policy, after: Policy): readonly Lowered[] =>
  before.files.flatMap(({ match, minimum }) =>
    match.flatMap((pattern) => {
      const minimums = after.files.filter((rule) => rule.match.includes(pattern)).map((rule) => rule.minimum);
      const subject = `files '${pattern}'`;
      if (minimums.length === 0) return [{ subject, from: String(minimum), to: 'removed' }];
      return lower(subject, minimum, Math.max(...minimums));
    }),
  );

/** Lists the items that only the second list has. */
const longer = (
  subject: string,
  before: readonly string[],
  after: readonly string[],
  word: 'added' | 'lost' = 'added',
): readonly Lowered[] => {
  const more = after.filter((pattern) => !before.includes(pattern));
  if (more.length === 0) return [];
  const named = more.slice(0, 5).join(', ');
  return [word === 'added' ? { subject, from: '', to: named } : { subject, from: named, to: '' }];
};

import type { AdapterQuota, ApiLimit } from '../adapter.ts';
import { categories } from '../adapter.ts';
import { caution, missing, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { boolean, fields, ignored, list, number, oneOf, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';
import { headerText } from './names.ts';

const count = number({ least: 1, most: 1_000_000_000, whole: true });

const apiLimitFields = {
  scope: oneOf(['global', 'endpoint', 'category']),
  endpoint: text({
    longest: 500,
    pattern: /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|\*) \/\S*$/,
    expected: "a method and a path, such as 'GET /search/*'",
  }),
  category: oneOf(categories),
  limit: count,
  window: oneOf(['second', 'minute', 'hour', 'day']),
  remaining_header: headerText,
  reset_header: headerText,
  metric: ignored("Only requests are counted, so a limit with a 'metric' is ignored"),
} as const;

const threshold = number({ least: 0, most: 1_000_000_000 });
const quotaFields = {
  metric: text({ longest: 64 }),
  warn: threshold,
  pause: threshold,
  hard_stop: threshold,
  currency: ignored(),
} as const;

/** The limits of the API, and the warning thresholds of its user: blocks in one dialect, numbers in the other. */
export const rateLimits = fields({
  api_limits: list(
    fields(apiLimitFields, { required: { limit: 'the number of requests', window: 'the time window' } }),
  ),
  quotas: fields({
    enabled: boolean,
    limits: list(fields(quotaFields, { required: { metric: 'the metric to count' } })),
    persistence: ignored(),
    reset_schedule: ignored('Quotas use sliding windows; reset schedules are not supported'),
  }),
  cost: ignored('Costs are not counted'),
  requests_per_minute: count,
  requests_per_hour: count,
  requests_per_day: count,
  burst_limit: count,
  concurrent_requests: ignored('Limits on concurrent requests are not enforced'),
});

type Limits = NonNullable<ReturnType<typeof rateLimits>>;

/** The plain numbers of the other dialect. A burst is what may be sent within a second. */
const plainWindows = [
  ['requests_per_minute', 'minute'],
  ['requests_per_hour', 'hour'],
  ['requests_per_day', 'day'],
  ['burst_limit', 'second'],
] as const;

export const buildApiLimits = (section: Limits | undefined, report: Report): readonly ApiLimit[] => [
  ...(section?.is.api_limits ?? []).flatMap((limit) => buildApiLimit(limit, report)),
  ...plainWindows.flatMap(([field, window]): ApiLimit[] => {
    const limit = section?.is[field];
    if (limit === undefined) return [];
    return [
      {
        scope: 'global',
        endpoint: undefined,
        category: undefined,
        limit,
        window,
        remainingHeader: undefined,
        resetHeader: undefined,
      },
    ];
  }),
];

const buildApiLimit = ({ is, at, has }: Section<typeof apiLimitFields>, report: Report): readonly ApiLimit[] => {
  const scope = is.scope ?? (has('endpoint') ? 'endpoint' : has('category') ? 'category' : 'global');
  if (scope !== 'global' && !has(scope)) report(missing(at(scope), `the ${scope} that the limit applies to`));
  if (has('metric') || is.limit === undefined || is.window === undefined) return [];
  return [
    {
      scope,
      endpoint: scope === 'endpoint' ? is.endpoint : undefined,
      category: scope === 'category' ? is.category : undefined,
      limit: is.limit,
      window: is.window,
      remainingHeader: is.remaining_header,
      resetHeader: is.reset_header,
    },
  ];
};

const windows: Readonly<Record<string, number>> = {
  requests_per_minute: 60_000,
  requests_per_hour: 3_600_000,
  requests_per_day: 86_400_000,
};

export const buildQuotas = (section: Limits | undefined, report: Report): readonly AdapterQuota[] => {
  const quotas = section?.is.quotas;
  if (!quotas || quotas.is.enabled === false) return [];
  return (quotas.is.limits ?? []).flatMap(({ is, at, place }) => {
    if (is.metric === undefined) return [];
    const windowMs = Object.hasOwn(windows, is.metric) ? windows[is.metric] : undefined;
    if (windowMs === undefined) {
      report(
        caution(
          at('metric'),
          'This metric is not supported, so its quota is ignored',
          `use one of: ${Object.keys(windows).join(', ')}`,
        ),
      );
      return [];
    }
    const steps = (['warn', 'pause', 'hard_stop'] as const).filter((step) => is[step] !== undefined);
    if (steps.length === 0) report(wrong(place, "at least one of 'warn', 'pause' and 'hard_stop'", { actual: 'none' }));
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1];
      const least = before === undefined ? undefined : is[before];
      if (least !== undefined && (is[step] ?? 0) < least)
        report(wrong(at(step), `${least} or more, as '${before}' is ${least}`));
    }
    return [{ metric: is.metric, windowMs, warn: is.warn, pause: is.pause, stop: is.hard_stop }];
  });
};

export const buckets = ['core', 'search', 'graphql'] as const;
export type Bucket = (typeof buckets)[number];

export interface BucketLimit {
  readonly authenticated: number;
  readonly anonymous: number;
  readonly windowMs: number;
}

export interface SecondarySettings {
  readonly concurrent: number;
  readonly pointsPerMinute: number;
  readonly contentPerMinute: number;
  readonly contentPerHour: number;
  readonly retryAfterSeconds: number;
}

export interface LimitSettings {
  readonly primary: Readonly<Record<Bucket, BucketLimit>> | undefined;
  readonly secondary: SecondarySettings | undefined;
  /** GitHub answers a limit with either status. */
  readonly status: 403 | 429;
}

const hourMs = 3_600_000;

const primary: Readonly<Record<Bucket, BucketLimit>> = {
  core: { authenticated: 5000, anonymous: 60, windowMs: hourMs },
  search: { authenticated: 30, anonymous: 10, windowMs: 60_000 },
  graphql: { authenticated: 5000, anonymous: 0, windowMs: hourMs },
};

const secondary: SecondarySettings = {
  concurrent: 100,
  pointsPerMinute: 900,
  contentPerMinute: 80,
  contentPerHour: 500,
  retryAfterSeconds: 60,
};

/**
 * `github` counts as GitHub does. `primary`, the default, leaves out the secondary limits, which a test suite on
 * one machine would meet within a second. `none` counts nothing.
 */
export const limitPresets = {
  github: { primary, secondary, status: 403 },
  primary: { primary, secondary: undefined, status: 403 },
  none: { primary: undefined, secondary: undefined, status: 403 },
} as const satisfies Readonly<Record<string, LimitSettings>>;

export type LimitPreset = keyof typeof limitPresets;

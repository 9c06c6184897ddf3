import type { ApiLimit } from '../../adapter/adapter.ts';

/** How long the windows of limits are. */
export const windowMs: Readonly<Record<ApiLimit['window'], number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

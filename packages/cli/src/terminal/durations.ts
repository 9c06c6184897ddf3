const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A time span in its two largest units: `4 min 12 s`. A started second counts as a whole one. */
export const renderDuration = (ms: number): string => {
  const whole = Math.max(0, Math.ceil(ms / 1000)) * 1000;
  const first = units.findIndex(([, size]) => whole >= size);
  if (first < 0) return '0 s';
  let rest = whole;
  return units
    .slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : `${count} ${unit}`;
    })
    .filter((part) => part !== '')
    .join(' ');
};

const sizes: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time span such as `10m` into milliseconds; undefined for any other string. */
export const parseDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d{1,6})\s?([smhd])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : Number(count) * (sizes[unit] ?? 0);
};

/**
 * The value below which the given part of the values lies, between neighbours by proportion.
 *
 * @param {readonly number[]} values
 * @param {number} part from 0 to 1
 */
export const quantile = (values, part) => {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
};

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

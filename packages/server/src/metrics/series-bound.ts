/** The most values of one label. Adapters can be replaced while a server runs, and each may bring new names. */
const most = 1000;

/** Returns the value of a label, or `other` if the label has too many values already. */
export type SeriesBound = (label: string, value: string) => string;

export const createSeriesBound = (): SeriesBound => {
  const known = new Map<string, Set<string>>();
  return (label, value) => {
    const values = known.get(label) ?? new Set();
    known.set(label, values);
    if (values.has(value)) return value;
    if (values.size >= most) return 'other';
    values.add(value);
    return value;
  };
};

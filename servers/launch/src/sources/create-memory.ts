export interface Memory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Creates a memory of bounded size. It forgets the values that were used least recently. */
export const createMemory = <Value>(mostBytes: number, bytesOf: (value: Value) => number): Memory<Value> => {
  // A map keeps the order in which its keys were added.
  const values = new Map<string, Value>();
  let bytes = 0;
  const forget = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    bytes -= bytesOf(value);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set: (key, value) => {
      forget(key);
      values.set(key, value);
      bytes += bytesOf(value);
      for (const oldest of values.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
  };
};

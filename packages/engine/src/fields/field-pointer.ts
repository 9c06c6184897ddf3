/** True if a pointer names a sensitive field or a value inside one. `*` in a pattern matches any one step. */
export const isSensitive = (pointer: string, patterns: readonly string[]): boolean => {
  const steps = pointer.split('/');
  return patterns.some((pattern) => {
    const wanted = pattern.split('/');
    return wanted.length <= steps.length && wanted.every((step, index) => step === '*' || step === steps[index]);
  });
};

/** A top-level field whose name needs no escaping in a pointer. */
const plainField = /^\/[^/~\d][^/~]*$/;

/** The field name as a caller would write it: `files[0].path` for `/files/0/path`. */
export const fieldName = (pointer: string): string => {
  if (plainField.test(pointer)) return pointer.slice(1);
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    steps.reduce(
      (name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`),
      '',
    ) || 'arguments'
  );
};

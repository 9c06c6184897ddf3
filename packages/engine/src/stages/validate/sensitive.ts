/** Whether a pointer is that of a sensitive field, or leads into one. `*` in a pattern stands for any one step. */
export const isSensitive = (pointer: string, patterns: readonly string[]): boolean => {
  const steps = pointer.split('/');
  return patterns.some((pattern) => {
    const wanted = pattern.split('/');
    return wanted.length <= steps.length && wanted.every((step, index) => step === '*' || step === steps[index]);
  });
};

/** The field of an outermost object, with nothing in its name that a pointer writes otherwise. */
const plainField = /^\/[^/~\d][^/~]*$/;

/** A field as a caller would name it: `files[0].path` for `/files/0/path`. */
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

const done = new Set(['succeeded', 'verified']);

/** The rule that an intent broke, or undefined. */
export const breachOf = ({ end, effects, codes }) => {
  if (effects > 1) return `${effects} effects`;
  if (done.has(end) && effects !== 1) return `'${end}' without an effect`;
  if (!done.has(end) && end !== 'in_doubt' && effects > 0) return `'${end}' with an effect`;
  // The call with its key would have got the outcome if it had run.
  if (codes.includes('TOKEN_ALREADY_USED')) return 'TOKEN_ALREADY_USED for a confirmation whose call has no outcome';
  return undefined;
};

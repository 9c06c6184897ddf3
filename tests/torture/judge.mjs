const known = new Set(['succeeded', 'verified']);

/** The rules that an episode broke: more than one effect, a success without one, or an effect that an end denies. */
export const breaches = async ({ intents }, ledger) => {
  const found = [];
  for (const { key, end, why } of intents) {
    const effects = await ledger.count(key);
    const wrong =
      effects > 1
        ? `${effects} effects`
        : known.has(end) && effects !== 1
          ? `'${end}' without an effect`
          : !known.has(end) && end !== 'in_doubt' && effects > 0
            ? `'${end}' with an effect`
            : undefined;
    if (wrong !== undefined) found.push({ key, end, effects, wrong, why });
  }
  return found;
};

/**
 * Estimates how many tokens a JSON text costs a model: a quarter of its characters. An estimate, not a measurement;
 * `npm run bench` prints its error against a real tokenizer.
 */
export const estimateTokens = (json: string): number => Math.max(1, Math.ceil(json.length / 4));

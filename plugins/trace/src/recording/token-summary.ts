import type { Step } from '../artifact/step.ts';

export interface TokenSummary {
  readonly total: number;
  readonly by_tool: readonly { readonly tool: string; readonly calls: number; readonly tokens: number }[];
  readonly largest: readonly { readonly seq: number; readonly tool: string; readonly tokens: number }[];
}

const mostRows = 20;
const mostLargest = 5;

/** Which tools and calls cost the most tokens. */
export const summarizeTokens = (steps: readonly Step[]): TokenSummary => {
  const tools = new Map<string, { calls: number; tokens: number }>();
  for (const { tool, tokens } of steps) {
    const row = tools.get(tool) ?? { calls: 0, tokens: 0 };
    tools.set(tool, { calls: row.calls + 1, tokens: row.tokens + tokens });
  }
  const byTokens = (one: { readonly tokens: number }, other: { readonly tokens: number }): number =>
    other.tokens - one.tokens;
  return {
    total: steps.reduce((sum, { tokens }) => sum + tokens, 0),
    by_tool: [...tools]
      .map(([tool, row]) => ({ tool, ...row }))
      .toSorted(byTokens)
      .slice(0, mostRows),
    largest: steps
      .map(({ seq, tool, tokens }) => ({ seq, tool, tokens }))
      .toSorted(byTokens)
      .slice(0, mostLargest),
  };
};

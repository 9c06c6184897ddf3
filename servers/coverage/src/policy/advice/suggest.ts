import type { DomainResult } from '../verdict/verdict.ts';

export const strategies = ['current', 'aggressive', 'conservative'] as const;
export type Strategy = (typeof strategies)[number];

export interface Suggestion {
  readonly domain: string;
  readonly currentPercent: number;
  readonly currentMin: number;
  /** A whole number unless it is the present minimum, and never below that. */
  readonly suggestedMin: number;
  readonly reason: string;
}

const aims: Readonly<Record<Strategy, { readonly aim: (percent: number) => number; readonly reason: string }>> = {
  current: { aim: (percent) => percent - 2, reason: 'two percentage points below the current coverage' },
  aggressive: {
    aim: (percent) => Math.min(percent + 5, 95),
    reason: 'five percentage points above the current coverage, but at most 95',
  },
  conservative: { aim: (percent) => percent - 5, reason: 'five percentage points below the current coverage' },
};

/** Minimums that hold what has been reached. None is ever lowered, and a domain that fails keeps its own. */
export const suggest = (domains: readonly DomainResult[], strategy: Strategy = 'current'): readonly Suggestion[] =>
  domains
    .filter(({ total }) => total > 0)
    .map(({ domain, percent, required }) => {
      const { aim, reason } = aims[strategy];
      const aimed = Math.max(0, Math.floor(aim(percent)));
      const raised = aimed > required;
      return {
        domain,
        currentPercent: percent,
        currentMin: required,
        suggestedMin: raised ? aimed : required,
        reason: raised ? reason : 'this strategy suggests nothing above the current minimum',
      };
    });

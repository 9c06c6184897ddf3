import type { JsonObject } from '@recourse/contract';
import type { QuotaRule } from '@recourse/engine';

export const defaultWritesPerHour = 60;

const hourMs = 3_600_000;

/** How often a tool may write to one repository per hour. Only writes that took effect count; 0 means no limit. */
export const writeLimit = (tool: string, perHour: number): readonly QuotaRule[] => {
  if (perHour === 0) return [];
  return [
    {
      metric: `${tool}_per_repository_and_hour`,
      key: ({ repo }: JsonObject) => String(repo).toLowerCase(),
      count: 'effects',
      windowMs: hourMs,
      stop: perHour,
    },
  ];
};

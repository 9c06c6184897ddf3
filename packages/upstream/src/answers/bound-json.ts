import type { Json } from '@recourse/contract';
import { longestText } from './clean-text.ts';

const deepest = 6;
const mostCharacters = 2000;

/** Copies an untrusted value: limits its depth and length, and cleans each of its strings. */
export const boundJson = (value: unknown, clean: (text: string, longest?: number) => string): Json => {
  let left = mostCharacters;
  const text = (given: string, longest: number): string => {
    const cleaned = clean(given, Math.max(1, Math.min(longest, left)));
    left -= cleaned.length;
    return cleaned;
  };
  const copy = (given: unknown, depth: number): Json => {
    left -= 4;
    if (typeof given === 'string') return text(given, longestText);
    if (typeof given !== 'object' || given === null) return (given ?? null) as Json;
    if (depth === deepest) return '…';
    const members: [string, Json][] = [];
    for (const [key, member] of Object.entries(given)) {
      if (left <= 0) break;
      members.push([Array.isArray(given) ? key : text(key, 100), copy(member, depth + 1)]);
    }
    return Array.isArray(given) ? members.map(([, member]) => member) : Object.fromEntries(members);
  };
  return copy(value, 0);
};

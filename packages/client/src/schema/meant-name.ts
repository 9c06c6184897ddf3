import { findSimilar } from '@recourse/contract';
import { areTwoForms, areTwoWords, isSameName, slipBetween } from './one-slip.ts';

/**
 * The candidate that an unknown name stands for: the same words written differently, or the only near one if a single
 * typing slip leads to it. A name that merely contains another, or is as near to two, can mean something else:
 * `dry_run` is not `run`.
 */
export const meantName = (unknown: string, candidates: readonly string[]): string | undefined => {
  const equal = candidates.filter((name) => isSameName(unknown, name));
  if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined;
  const [near, another] = findSimilar(unknown, candidates, { most: 2 });
  const only = near && !another ? String(near.ref) : undefined;
  return only !== undefined && slipBetween(unknown, only) ? only : undefined;
};

/** The same for a name that the call can do without: another form of a word can be another setting. */
export const meantOption = (unknown: string, candidates: readonly string[]): string | undefined => {
  const meant = meantName(unknown, candidates);
  return meant === undefined || isSameName(unknown, meant) || !areTwoForms(unknown, meant) ? meant : undefined;
};

/**
 * The allowed value that another one stands for. Values are closer together than names: case counts in short ones
 * (`mb` and `Mb`, `Mbps` and `MBps`), codes in capitals are not words (`USDT` and `USDC`), and a word with another
 * letter is often another word (`started` and `starred`, `delete` and `deleted`).
 */
export const meantValue = (sent: string, allowed: readonly string[]): string | undefined => {
  const meant = meantName(sent, allowed);
  if (meant === undefined || meant.length < 3) return undefined;
  if (isSameName(sent, meant)) return differInCase(sent, meant) && [sent, meant].some(isUnit) ? undefined : meant;
  const isWord = sent.length > 3 && sent !== sent.toUpperCase();
  return isWord && slipBetween(sent, meant) !== 'replaced' && !areTwoWords(sent, meant) ? meant : undefined;
};

const differInCase = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const longestUnit = 5;

/** Whether a value can be a unit, in which the case of each letter has a meaning. */
const isUnit = (value: string): boolean =>
  value.replaceAll(/\P{L}/gu, '').length <= longestUnit && !/^(?:\P{Lu}*|\P{Ll}*|\p{Lu}\P{Lu}*)$/u.test(value);

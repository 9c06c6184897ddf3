import type { Rejection } from '../plan.ts';
import { judgeCharacters, judgeLength } from './judge-text.ts';
import { reject } from './rejection.ts';

const longestTags = 256;

/** Identifiers, separated by commas. */
export const judgeTags = (field: string, value: string): Rejection | undefined => {
  const general = judgeLength(field, value, longestTags) ?? judgeCharacters(field, value);
  if (general) return general;
  if (/^[A-Za-z0-9_,]+$/.test(value) && /[A-Za-z0-9_]/.test(value)) return undefined;
  return reject('INPUT_REJECTED_INVALID_TAGS', {
    field,
    value,
    reason: 'it does not match [A-Za-z0-9_,]+',
    remediation: 'Pass alphanumeric, comma-separated identifiers, such as integration,slow.',
  });
};

/** The single tags of a list that was judged. */
export const splitTags = (value: string): readonly string[] => value.split(',').filter((tag) => tag !== '');

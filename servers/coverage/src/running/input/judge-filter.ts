import type { Rejection } from '../plan.ts';
import { isOptionLike, judgeCharacters, judgeLength } from './judge-text.ts';
import { reject } from './rejection.ts';

const longestFilter = 512;

/** Shell-injection markers. Anchors, alternatives and classes are part of any filter. */
const marker = /[`;&]|\$[({]/;

/** Judges a filter on test names: a pattern or an expression of the runner, never an option. */
export const judgeFilter = (
  field: string,
  value: string,
  judgeOwn: (value: string) => string | undefined = () => undefined,
): Rejection | undefined => {
  const general = judgeLength(field, value, longestFilter) ?? judgeCharacters(field, value);
  if (general) return general;
  const found = marker.exec(value)?.[0];
  if (found !== undefined) return refuse(field, value, `it contains '${found}', a shell-injection marker`);
  if (isOptionLike(value)) return refuse(field, value, 'it starts with a hyphen and could be mistaken for an option');
  if (value.trim() === '') return refuse(field, value, 'it contains only whitespace');
  const own = judgeOwn(value);
  return own === undefined
    ? undefined
    : refuse(field, value, own, "Use test names joined by 'and', 'or' or 'not', such as 'adds and not slow'.");
};

const plain = 'Use plain regex; remove backtick / $(...) / ${...} / ; / &, and start it with a letter, digit, ^ or (.';

const refuse = (field: string, value: string, reason: string, remediation = plain): Rejection =>
  reject('INPUT_REJECTED_INVALID_RUN_PATTERN', {
    field,
    value,
    reason,
    remediation,
  });

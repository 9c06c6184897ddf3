import { findSecrets } from './find-secrets.ts';

const mask = 'REDACTED';

/** Replaces all strings that look like secrets. Lines keep their numbers. */
export const maskSecrets = (text: string): string => {
  const found = [...findSecrets(text)].sort((one, other) => one.index - other.index);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const { text: secret, index } of found) {
    const next = index + secret.length;
    // Two kinds may match the same place.
    if (index >= end) parts.push(text.slice(end, index), masked(secret));
    else if (next > end) parts.push(masked(text.slice(end, next)));
    end = Math.max(end, next);
  }
  return [...parts, text.slice(end)].join('');
};

const masked = (secret: string): string => `${mask}${'\n'.repeat(secret.split('\n').length - 1)}`;

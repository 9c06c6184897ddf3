/**
 * The meanings of sentences, written from the table of sentences (`serve/ORIGINS.md`) without looking at any scenario.
 * The first match counts.
 *
 * @typedef {'confirm' | 'wait' | 'type' | 'name' | 'value' | 'tool' | 'batch' | 'busy' | 'unclear' | 'locked' | 'no_folder' | 'final'} Meaning
 * @type {readonly { pattern: RegExp, means: Meaning }[]}
 */
export const patterns = [
  { pattern: /set confirm=true/i, means: 'confirm' },
  { pattern: /rate limit|Retry-After: \d+|retry after \d+|Resets at:/i, means: 'wait' },
  { pattern: /expected (?:number|integer|boolean), received string/i, means: 'type' },
  { pattern: /received undefined/i, means: 'name' },
  { pattern: /expected one of/i, means: 'value' },
  { pattern: /^(?:MCP error -32602: )?Tool \S+ not found/i, means: 'tool' },
  { pattern: /: Error - /, means: 'batch' },
  {
    pattern: /deadline exceeded|ETIMEDOUT|timed out|fetch failed|connection closed|\b50[24]\b|\bEIO\b/i,
    means: 'unclear',
  },
  { pattern: /is locked\. \[\]/, means: 'locked' },
  { pattern: /SQLITE_BUSY|EBUSY|EAGAIN|\b503\b|SQLITE_CANTOPEN|temporarily|unavailable/i, means: 'busy' },
  { pattern: /ENOENT.* open '/, means: 'no_folder' },
  { pattern: /\b40[1349]\b|not found|does not exist|denied|READONLY|ENOENT|Cannot read properties/i, means: 'final' },
];

/** @type {(text: string) => Meaning} */
export const meaningOf = (text) => patterns.find(({ pattern }) => pattern.test(text))?.means ?? 'final';

/** How long the sentence says to wait; undefined if it does not say. @type {(text: string, now: number) => number | undefined} */
export const waitOf = (text, now) => {
  const reset = /rate reset in (?:(\d+)m)?(\d+)s/.exec(text);
  if (reset) return (Number(reset[1] ?? 0) * 60 + Number(reset[2])) * 1_000;
  const seconds = /Retry-After: (\d+)|retry after (\d+)|try again in (\d+) seconds/i.exec(text);
  if (seconds) return Number(seconds[1] ?? seconds[2] ?? seconds[3]) * 1_000;
  const moment = /Resets at: (\S+)/.exec(text);
  return moment ? Math.max(0, Date.parse(moment[1]) - now) : undefined;
};

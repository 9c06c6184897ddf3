/**
 * Matches a ref against a pattern of a ruleset: `*` and `?` stay within one part of the name, `**` spans parts.
 * It takes at most the product of the two lengths, which no regular expression with many stars does.
 */
export function matchesRefPattern(pattern: string, ref: string): boolean {
  return matchParts(pattern.split('/'), ref.split('/'));
}

function matchParts(patterns: readonly string[], parts: readonly string[]): boolean {
  // One row for each number of patterns that are used up: which numbers of parts they can cover.
  let covered = new Set([0]);
  for (const pattern of patterns) {
    const next = new Set<number>();
    for (const count of covered) {
      if (pattern === '**') for (let end = count; end <= parts.length; end += 1) next.add(end);
      else if (count < parts.length && matchPart(pattern, parts[count] ?? '')) next.add(count + 1);
    }
    covered = next;
  }
  return covered.has(parts.length);
}

/** The usual two pointers: after a mismatch, the last star takes one more character. */
function matchPart(pattern: string, text: string): boolean {
  let [at, index, star, kept] = [0, 0, -1, 0];
  while (index < text.length) {
    if (pattern[at] === '*') {
      [star, kept] = [at, index];
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      kept += 1;
      [at, index] = [star + 1, kept];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

interface Level {
  total: number;
  last: number;
}

/**
 * How many steps a compiled pattern will have, roughly. Counted repetitions multiply what they follow, and compiling
 * a large program takes long even if running it is linear. Undefined for what cannot be counted.
 */
export const patternSize = (source: string): number | undefined => {
  // Quoting makes brackets mean nothing, and the count below would be wrong.
  if (source.includes('\\Q')) return undefined;
  const levels: Level[] = [{ total: 0, last: 0 }];
  const tokens = /\\(?:[pPx]\{[^}]*\}|[^])|\[\^?\]?(?:\\[^]|\[:[^\]]*:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/gu;
  for (const [token, least, most] of source.matchAll(tokens)) {
    const level = levels.at(-1);
    if (!level) return undefined;
    if (token === '(') levels.push({ total: 0, last: 0 });
    else if (token === ')') {
      levels.pop();
      const outer = levels.at(-1);
      if (!outer) return undefined;
      outer.last = level.total + 2;
      outer.total += outer.last;
    } else if (least === undefined) {
      level.last = 1;
      level.total += 1;
    } else {
      const times = Math.max(Number(least), Number(most === undefined || most === '' ? least : most), 1);
      level.total += level.last * (times - 1) * 2;
      level.last *= times * 2;
    }
  }
  return levels.length === 1 ? levels[0]?.total : undefined;
};

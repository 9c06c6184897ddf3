let second = Number.NaN;
let prefix = '';
let millisecond = Number.NaN;
let text = '';

/** ISO 8601 in UTC. Calls of one millisecond share their text, and calls of one second most of it: dates format slowly. */
export const timestamp = (ms: number): string => {
  const at = Math.floor(ms);
  if (at === millisecond) return text;
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    prefix = new Date(whole * 1000).toISOString().slice(0, -4);
    second = whole;
  }
  millisecond = at;
  text = `${prefix}${String(at - whole * 1000).padStart(3, '0')}Z`;
  return text;
};

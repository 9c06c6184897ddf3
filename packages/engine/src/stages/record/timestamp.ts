let second = Number.NaN;
let prefix = '';

/** ISO 8601 in UTC. Calls of one second share all but the milliseconds, and formatting a date is slow. */
export const timestamp = (ms: number): string => {
  const at = Math.floor(ms);
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    prefix = new Date(whole * 1000).toISOString().slice(0, -4);
    second = whole;
  }
  return `${prefix}${String(at - whole * 1000).padStart(3, '0')}Z`;
};

import { isJsonObject } from '@recourse/contract';

/** How many events before this one its server had to drop; the event says so in its data. */
export const lostIn = (stored: string, dataOf: (parsed: unknown) => unknown): number => {
  if (!stored.includes('"lost":')) return 0;
  try {
    const data = dataOf(JSON.parse(stored));
    const lost = isJsonObject(data) ? data['lost'] : undefined;
    return typeof lost === 'number' && Number.isSafeInteger(lost) && lost > 0 ? lost : 0;
  } catch {
    return 0;
  }
};

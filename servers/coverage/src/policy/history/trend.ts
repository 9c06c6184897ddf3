import { byText } from '../verdict/counts.ts';
import type { History, HistoryEntry } from './history.ts';

type Direction = 'up' | 'down' | 'stable';

export interface Trend {
  /** Undefined if nothing was recorded. */
  readonly current: number | undefined;
  readonly previous: number | undefined;
  readonly direction: Direction;
  readonly delta: number;
  readonly entries: readonly HistoryEntry[];
  readonly byDomain: readonly { readonly domain: string; readonly direction: Direction; readonly delta: number }[];
}

/** Half a point either way is noise. */
const noise = 0.5;

/** Which way coverage goes, from the entry before the last to the last, of one branch or of all. */
export const trend = ({ entries: all }: History, branch?: string): Trend => {
  const entries = branch === undefined ? all : all.filter((entry) => entry.branch === branch);
  const [previous, current] = [entries.at(-2), entries.at(-1)];
  const names = Object.keys(current?.domains ?? {}).toSorted(byText);
  return {
    current: current?.overall,
    previous: previous?.overall,
    ...step(previous?.overall, current?.overall),
    entries,
    byDomain: names.map((domain) => ({
      domain,
      ...step(previous?.domains[domain]?.percent, current?.domains[domain]?.percent),
    })),
  };
};

const step = (from: number | undefined, to: number | undefined): { direction: Direction; delta: number } => {
  const delta = from === undefined || to === undefined ? 0 : Math.round((to - from) * 100) / 100;
  if (Math.abs(delta) <= noise) return { direction: 'stable', delta };
  return { direction: delta > 0 ? 'up' : 'down', delta };
};

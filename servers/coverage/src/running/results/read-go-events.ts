import { z } from 'zod';
import type { OutputReader } from '../runners/runner.ts';

const event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  ImportPath: z.string().optional(),
});

/** The events of `go test -json`, collected during the run. */
export interface GoEvents {
  readonly failedTests: readonly string[];
  readonly failedPackages: readonly string[];
  readonly brokenPackages: readonly string[];
  readonly total: number;
}

/** More names than this are of no use, and a broken project must not fill the memory. */
const mostNames = 1000;

/** Reads the events line by line and returns the output of tests as text. A line that is not an event is text too. */
export const readGoEvents = (): OutputReader & { readonly events: GoEvents } => {
  const failedTests: string[] = [];
  const failedPackages: string[] = [];
  const brokenPackages: string[] = [];
  let total = 0;
  const keep = (list: string[], name: string | undefined): void => {
    if (name !== undefined && list.length < mostNames) list.push(name);
  };
  const take = ({ Action, Package, Test, Output, ImportPath }: z.infer<typeof event>): string => {
    if (Test === undefined) {
      if (Action === 'fail') keep(failedPackages, Package);
      if (Action === 'build-fail') keep(brokenPackages, ImportPath?.replace(/ .*$/, ''));
    } else if (Action === 'fail') keep(failedTests, `${Package ?? ''} ${Test}`);
    if (Test !== undefined && (Action === 'pass' || Action === 'fail')) total += 1;
    return Output ?? '';
  };
  return {
    line: (line) => {
      const text = line.startsWith('{') ? readEvent(line, take) : undefined;
      if (text !== undefined) return text;
      keep(brokenPackages, /^FAIL\t(\S+) \[(?:build|setup) failed\]/.exec(line)?.[1]);
      return `${line}\n`;
    },
    events: {
      failedTests,
      failedPackages,
      brokenPackages,
      get total() {
        return total;
      },
    },
  };
};

const readEvent = (line: string, take: (found: z.infer<typeof event>) => string): string | undefined => {
  try {
    const parsed = event.safeParse(JSON.parse(line));
    return parsed.success ? take(parsed.data) : undefined;
  } catch {
    return undefined;
  }
};

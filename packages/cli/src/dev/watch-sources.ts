import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const intervalMs = 250;
const mostFiles = 5000;
const isSource = (name: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/u.test(name);
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/**
 * Calls back when a source file below a folder was added, changed or removed and has come to rest. Files are looked at
 * by name: an editor may put a new file in the place of the old one, and network drives send no events.
 */
export const watchSources = (folder: string, changed: () => void): (() => void) => {
  let known = snapshot(folder);
  let previous = known;
  const timer = setInterval(() => {
    const now = snapshot(folder);
    const rests = now === previous;
    previous = now;
    if (!rests || now === known) return;
    known = now;
    changed();
  }, intervalMs);
  return () => clearInterval(timer);
};

/** Describes every source file by name, size and time of change. */
const snapshot = (folder: string): string => {
  const found: string[] = [];
  const visit = (at: string): void => {
    for (const entry of entriesOf(at)) {
      if (found.length >= mostFiles || isSkipped(entry.name)) continue;
      const file = path.join(at, entry.name);
      if (entry.isDirectory()) visit(file);
      else if (isSource(entry.name)) found.push(describe(file));
    }
  };
  visit(folder);
  return found.join('\n');
};

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Removed in the meantime.
    return [];
  }
};

const describe = (file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${file} ${found.size} ${found.mtimeMs} ${found.ino}` : '';
};

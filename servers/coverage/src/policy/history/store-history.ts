import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { gitOwns, gitReason } from '../../git/index.ts';
import type { FindingOf } from '../verdict/finding.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { systemReason } from '../writing/system-reason.ts';
import type { History, HistoryEntry } from './history.ts';
import { parseHistory } from './parse-history.ts';
import type { ParsedHistory } from './parse-history.ts';
import { withLock } from './with-lock.ts';

export type HistoryProblem = FindingOf<'OP_HISTORY_INVALID' | 'OP_FILE_WRITE_FAILED' | 'OP_INVALID_PATH'>;

export interface HistoryPlace {
  readonly root: string;
  /** From the root down. */
  readonly path?: string;
  /** How long to wait for another process that is writing. */
  readonly waitMs?: number;
}

export const historyName = '.cover/history.json';
const mostEntries = 100;
const largestFile = 8 * 1024 * 1024;

/** Reads the history. A missing file is an empty history. */
export const readHistory = async ({ root, path = historyName }: HistoryPlace): Promise<History | HistoryProblem> => {
  const place = await judgePath(root, path, { type: 'file' });
  if (!place.ok) return { code: 'OP_INVALID_PATH', details: { path, reason: place.reason } };
  const history = await load(place.path, path);
  return 'code' in history ? history : { entries: history.entries };
};

/** The file to write a history to, or why it is not written to. */
export const judgeHistory = async ({
  root,
  path = historyName,
}: Omit<HistoryPlace, 'waitMs'>): Promise<SafePath | FindingOf<'OP_INVALID_PATH'>> => {
  const place = await judgePath(root, path, { type: 'file' });
  const reason = !place.ok ? place.reason : (await gitOwns(root, place.path.relative)) ? gitReason : undefined;
  return place.ok && reason === undefined
    ? place.path
    : { code: 'OP_INVALID_PATH', details: { path, ...(reason !== undefined && { reason }) } };
};

/** Adds an entry and keeps the 99 before it. A process that is killed leaves the old file or the new one. */
export const appendHistory = async (
  { root, path = historyName, waitMs }: HistoryPlace,
  entry: HistoryEntry,
): Promise<History | HistoryProblem> => {
  const file = await judgeHistory({ root, path });
  if ('code' in file) return file;
  try {
    await file.mkdirParent();
    return await withLock({ root, path: file.relative, waitMs }, async (confirm) => {
      const before = await load(file, path);
      if ('code' in before) return before;
      const raw = [...before.raw, entry].slice(-mostEntries);
      await confirm();
      await file.writeFile(`${JSON.stringify({ entries: raw }, undefined, 2)}\n`);
      return { entries: [...before.entries, entry].slice(-mostEntries) };
    });
  } catch (error) {
    return { code: 'OP_FILE_WRITE_FAILED', details: { path, reason: systemReason(error) } };
  }
};

/** Builds the history entry of a verdict. */
export const toHistoryEntry = (
  { metric, overall, domains }: Verdict,
  { timestamp, commit, branch }: Pick<HistoryEntry, 'timestamp' | 'commit' | 'branch'>,
): HistoryEntry => ({
  timestamp,
  ...(commit !== undefined && { commit }),
  ...(branch !== undefined && { branch }),
  overall: overall.percent,
  metric,
  counts: { covered: overall.covered, total: overall.total },
  domains: Object.fromEntries(
    domains.map(({ domain, percent, required, status }) => [domain, { name: domain, percent, min: required, status }]),
  ),
});

const load = async (file: SafePath, path: string): Promise<ParsedHistory | HistoryProblem> => {
  try {
    const { size } = await file.stat();
    const parsed = size > largestFile ? 'it is larger than 8 MiB' : parseHistory(await file.readText());
    return typeof parsed === 'string' ? { code: 'OP_HISTORY_INVALID', details: { path, reason: parsed } } : parsed;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { entries: [], raw: [] };
    return { code: 'OP_HISTORY_INVALID', details: { path, reason: systemReason(error) } };
  }
};

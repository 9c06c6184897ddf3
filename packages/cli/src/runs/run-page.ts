import type { RunStatus, WorkItem } from '@recourse/runs';
import type { Io } from '../command.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { renderDuration } from '../terminal/durations.ts';
import { clip } from '../terminal/labelled.ts';
import { moment } from '../terminal/moment.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

const mostShown = 30;

/** One run on a page: its state, its work items with their times, and its open issues. */
export const runPage = (status: RunStatus, now: number, io: Pick<Io, 'colours' | 'columns'>): string => {
  const paint = createPaint(io.colours);
  const { failure, operation, progress } = status;
  const facts: readonly (readonly [string, string])[] = [
    ['pipeline', visible(status.pipeline)],
    ['state', operation === null ? status.state : `${status.state} (${operation} in progress)`],
    ['progress', `${progress.percent} %${progress.running.length > 0 ? `, at ${progress.running.join(', ')}` : ''}`],
    ['started', moment(Date.parse(status.started_at))],
    ...(status.finished_at === null ? [] : [['finished', moment(Date.parse(status.finished_at))] as const]),
    ...(failure
      ? [['failure', `${failure.code} in ${failure.step ?? 'the run'}: ${visible(failure.message)}`] as const]
      : []),
    ...(failure
      ? [['retryable', failure.retryable ? `yes: recourse runs resume ${status.run_id}` : 'no'] as const]
      : []),
    ...stopped(status),
    ['artifacts', String(status.artifacts.length)],
    ['head', `${status.last_event}:${status.head}`],
  ];
  const items = status.work_items.slice(-mostShown);
  return [
    paint.bold(status.run_id),
    ...facts.map(([label, text]) => clip(`  ${label.padEnd(11)}${text}`, io.columns ?? Infinity)),
    '',
    ...(items.length < status.work_items.length
      ? [paint.dim(`  the last ${items.length} of ${status.work_items.length} work items`)]
      : []),
    ...alignColumns(items.map((item) => itemRow(item, now))).map((line, index) => {
      const text = clip(line, io.columns ?? Infinity);
      return items[index]?.status === 'failed' ? paint.red(text) : text;
    }),
    ...(status.open_issues.length > 0 ? ['', ...issueLines(status, io)] : []),
  ].join('\n');
};

/** An operation that ended without what was wanted, while the run keeps existing. */
const stopped = ({ last_operation, failure }: RunStatus): readonly (readonly [string, string])[] =>
  last_operation && !last_operation.ok && !failure
    ? [['stopped', `${last_operation.code ?? ''}: ${visible(last_operation.message ?? '')}`]]
    : [];

const marks = { queued: '·', running: '▸', finished: '✓', failed: '✗' } as const;

const itemRow = ({ worker, scope, attempt, status, started_at, finished_at, error }: WorkItem, now: number) => {
  const from = started_at === undefined ? undefined : Date.parse(started_at);
  const tookMs = from === undefined ? undefined : (finished_at === undefined ? now : Date.parse(finished_at)) - from;
  return [
    `  ${marks[status]} ${worker}`,
    scope === '-' ? '' : visible(scope),
    attempt > 1 ? `attempt ${attempt}` : '',
    tookMs === undefined ? '' : tookMs < 1000 ? `${Math.max(0, tookMs)} ms` : renderDuration(tookMs),
    error ? error.code : '',
  ];
};

const issueLines = ({ open_issues }: RunStatus, io: Pick<Io, 'columns'>): readonly string[] =>
  alignColumns(
    open_issues
      .slice(0, mostShown)
      .map(({ id, severity, gate, code, message, path = '' }) => [
        `  ${severity}`,
        id,
        gate,
        code,
        visible(path),
        visible(message),
      ]),
  ).map((line) => clip(line, io.columns ?? Infinity));

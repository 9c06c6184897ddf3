import type { LoggedEvent } from '@recourse/stores';
import type { Io } from '../command.ts';
import { clip } from '../terminal/labelled.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

const widths = [24, 8, 24, 16, 30, 8] as const;

/** An event in one line. Columns have fixed widths, because more lines may follow later. */
export const eventLine = (event: LoggedEvent, io: Pick<Io, 'colours' | 'columns'>): string => {
  const what = kinds[event.type];
  const cells = [
    event.ts,
    what,
    visible(event.tool),
    visible(event.principal ?? '-'),
    visible(event.code ?? '-'),
    event.effect ?? '-',
  ].map((cell, index) => cell.padEnd(widths[index] ?? 0));
  const line = clip([...cells, elapsed(event)].join('  ').trimEnd(), io.columns ?? Infinity);
  const paint = createPaint(io.colours);
  return what === 'failed' ? paint.red(line) : what === 'started' ? paint.dim(line) : line;
};

export const eventHeading = (io: Pick<Io, 'colours' | 'columns'>): string => {
  const names = ['TIME', 'WHAT', 'TOOL', 'WHO', 'CODE', 'EFFECT', 'TOOK'];
  const line = names.map((name, index) => name.padEnd(widths[index] ?? 0)).join('  ');
  return createPaint(io.colours).dim(clip(line.trimEnd(), io.columns ?? Infinity));
};

const kinds: Readonly<Record<LoggedEvent['type'], string>> = {
  TOOL_CALL_STARTED: 'started',
  TOOL_CALL_FINISHED: 'finished',
  TOOL_CALL_FAILED: 'failed',
  APPROVAL_GRANTED: 'approved',
  APPROVAL_DENIED: 'denied',
  EFFECT_POSSIBLY_DUPLICATED: 'duplicated',
  RUN_CREATED: 'created',
  RUN_TAKEN_OVER: 'taken',
  RUN_STATE_CHANGED: 'state',
  RUN_OPERATION_STARTED: 'started',
  RUN_OPERATION_FINISHED: 'finished',
  RUN_COMPLETED: 'done',
  RUN_FAILED: 'failed',
  RUN_CANCELLED: 'stopped',
  WORK_ITEM_QUEUED: 'queued',
  WORK_ITEM_STARTED: 'started',
  WORK_ITEM_FINISHED: 'finished',
  WORK_ITEM_FAILED: 'failed',
  ARTIFACT_WRITTEN: 'written',
  GATE_RUN_STARTED: 'started',
  GATE_RUN_FINISHED: 'finished',
  ISSUE_OPENED: 'opened',
  ISSUE_RESOLVED: 'resolved',
  EFFECT_APPLIED: 'applied',
  LLM_CALL_STARTED: 'started',
  LLM_CALL_FINISHED: 'finished',
  LLM_CALL_FAILED: 'failed',
};

const elapsed = ({ elapsed_ms }: LoggedEvent): string => (elapsed_ms === null ? '' : `${elapsed_ms.toFixed(1)} ms`);

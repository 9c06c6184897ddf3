import type { Json } from '@recourse/contract';
import type { RunEvent } from '@recourse/runs';
import { visible } from '../terminal/visible.ts';

const longest = 300;

/** One event of a run in one line. */
export const runEventLine = ({ number, ts, type, payload }: RunEvent): string => {
  const { id, old_state, new_state, elapsed_ms } = payload;
  const told = new Set(['id', 'old_state', 'new_state', 'elapsed_ms', 'plan', 'inputs_hash']);
  const rest = Object.entries(payload).filter(([name]) => !told.has(name));
  const parts = [
    ...(typeof id === 'string' ? [id.split(':').slice(1).join(':') || id] : []),
    ...(typeof new_state === 'string' ? [`${String(old_state)} → ${new_state}`] : []),
    ...(typeof elapsed_ms === 'number' ? [`${elapsed_ms} ms`] : []),
    ...rest.map(([name, value]) => `${name}=${shown(value)}`),
  ];
  return `${String(number).padStart(5)}  ${ts}  ${type.padEnd(22)}  ${visible(parts.join('  '))}`.trimEnd();
};

const shown = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

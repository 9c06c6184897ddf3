import type { Json } from '@recourse/contract';
import type { RunEvent } from '@recourse/runs';
import { visible } from '../terminal/visible.ts';

/** One event of the demo in one line; undefined for events that only the record needs. */
export const describeEvent = ({ type, payload }: RunEvent): string | undefined => {
  const say = (name: string): string => visible(text(payload[name]));
  switch (type) {
    case 'RUN_STATE_CHANGED':
      return `  → ${say('new_state')}`;
    case 'WORK_ITEM_FAILED':
      return `      ${visible(workerOf(payload['id']))} failed: ${visible(messageOf(payload['failure']))}`;
    case 'ARTIFACT_WRITTEN': {
      const scope = say('scope');
      return `      wrote ${say('name')}${scope === '-' ? '' : ` for ${scope}`} (${say('bytes')} bytes)`;
    }
    case 'GATE_RUN_FINISHED':
      return `      ${markOf(payload['status'])} ${say('gate')}${payload['reason'] === undefined ? '' : `: ${say('reason')}`}`;
    case 'ISSUE_OPENED':
      return `        ${say('severity')} ${say('path')}: ${say('message')}`;
    case 'ISSUE_RESOLVED':
      return `        ${say('id')} is resolved`;
    default:
      return undefined;
  }
};

const text = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const markOf = (status: Json | undefined): string => (status === 'passed' ? '✓' : status === 'skipped' ? '·' : '✗');

const workerOf = (id: Json | undefined): string => text(id).split(':').at(1) ?? '';

const messageOf = (failure: Json | undefined): string =>
  typeof failure === 'object' && failure !== null && 'message' in failure ? text(failure['message']) : '';

import type { Call } from '../../call/call.ts';
import type { JoinableEvents } from '../record/joinable-events.ts';
import type { Admissions } from './admissions.ts';

/** The events of a call, if they are kept in the store that admits it. */
export const joinableEvents = (call: Call, { transaction }: Admissions): JoinableEvents | undefined => {
  const { events } = call.state;
  return events?.transaction === transaction ? events : undefined;
};

import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { z } from 'zod';
import type { ClockStatus } from '../page/controller.ts';

/** The clock of the top frame as answers show it. */
export const clockOutput = z.object({
  installed: z.boolean(),
  time: z.string().optional(),
  paused: z.boolean().optional(),
  timers: z.int().optional().describe('The number of pending timers.'),
});

/** A moment: an ISO date with a time zone, or milliseconds since 1970. */
export const moment = z.union([z.iso.datetime({ offset: true }), z.int().min(0).max(8.64e15)]);

export const millisecondsOf = (given: z.output<typeof moment>): number =>
  typeof given === 'number' ? given : Date.parse(given);

export const showClock = (status: ClockStatus | Failure): z.output<typeof clockOutput> | Failure =>
  isFailure(status)
    ? status
    : { installed: true, time: new Date(status.time).toISOString(), paused: status.isPaused, timers: status.timers };

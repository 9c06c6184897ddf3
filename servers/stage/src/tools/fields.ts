import { z } from 'zod';

/** The session that a call means. A single live session need not be named. */
export const sessionId = z.string().optional();

/** An unknown surface is SURFACE_NOT_FOUND, which repeats the id. */
export const surfaceId = z.string().max(100);

/** The id of a process. Linux gives none above this. */
export const pid = z.int().min(1).max(4_194_304);

/** The names of this machine. Nothing else is ever connected to. */
const loopbackNames = ['127.0.0.1', 'localhost', '::1'] as const;
export const loopback = z.enum(loopbackNames).default('127.0.0.1');

/** The address behind a name of this machine. The name itself could be made to lead elsewhere. */
export const addressOf = (host: z.output<typeof loopback>): string => (host === 'localhost' ? '127.0.0.1' : host);

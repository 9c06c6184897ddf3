import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { ipcCodes } from './codes.ts';

const { fail } = createRegistry(ipcCodes);
const effect = 'none' as const;

export const notCapturing = (): Failure => fail('ipc.NOT_CAPTURING', {}, { effect });
export const alreadyCapturing = (since: string): Failure => fail('ipc.ALREADY_CAPTURING', { since }, { effect });
export const notAllowed = (channel: string): Failure => fail('ipc.CHANNEL_NOT_ALLOWED', { channel }, { effect });

/** The effect of a handler that failed is known only to the app. */
export const invokeFailed = (channel: string, reason: string, available?: readonly string[]): Failure =>
  available
    ? fail('ipc.INVOKE_FAILED', { channel, reason, available: [...available] }, { effect })
    : fail('ipc.INVOKE_FAILED', { channel, reason }, { effect: 'unknown' });

import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { PluginSession } from '@recourse/stage-plugin';
import { nativeCodes } from './codes.ts';

const { fail } = createRegistry(nativeCodes);
const effect = 'none' as const;

/** The failure of a session whose main process cannot be reached; undefined for any other. */
export const withoutMain = ({ hasMain, transport }: PluginSession): Failure | undefined => {
  if (hasMain) return undefined;
  return transport === 'packaged'
    ? fail('native.NOT_INSTRUMENTED', {}, { effect })
    : unsupported(`transport '${transport}' has no access to the main process of an app`);
};

export const unsupported = (reason: string): Failure => fail('native.UNSUPPORTED', { reason }, { effect });

export const notFound = (what: string, name: string, available: readonly string[]): Failure =>
  fail('native.NOT_FOUND', { what, name, available: [...available] }, { effect });

export const alreadyCapturing = (since: string): Failure => fail('native.ALREADY_CAPTURING', { since }, { effect });
export const notCapturing = (): Failure => fail('native.NOT_CAPTURING', {}, { effect });

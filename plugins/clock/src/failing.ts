import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { PluginSession } from '@recourse/stage-plugin';
import { clockCodes } from './codes.ts';

const { fail } = createRegistry(clockCodes);

export const notInstalled = ({ surfaceId = '' }: PluginSession): Failure =>
  fail('clock.NOT_INSTALLED', { surface_id: surfaceId }, { effect: 'none' });

export const unsupported = (reason: string): Failure => fail('clock.UNSUPPORTED', { reason }, { effect: 'none' });

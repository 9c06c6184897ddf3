import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { PluginSession } from '@recourse/stage-plugin';
import { networkCodes } from './codes.ts';

const { fail } = createRegistry(networkCodes);

export const notCapturing = ({ surfaceId = '' }: PluginSession): Failure =>
  fail('network.NOT_CAPTURING', { surface_id: surfaceId }, { effect: 'none' });

export const alreadyCapturing = ({ surfaceId = '' }: PluginSession, since: string): Failure =>
  fail('network.ALREADY_CAPTURING', { surface_id: surfaceId, since }, { effect: 'none' });

export const unsupportedUrl = (url: string, reason: string): Failure =>
  fail('network.UNSUPPORTED', { url, reason }, { effect: 'none' });

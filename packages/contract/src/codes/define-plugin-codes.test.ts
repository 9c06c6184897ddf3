import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createRegistry } from '../failures/registry.ts';
import type { CodeOf } from './define-codes.ts';
import { definePluginCodes } from './define-plugin-codes.ts';

const weatherCodes = definePluginCodes('weather', {
  STATION_OFFLINE: {
    kind: 'error',
    category: 'upstream',
    http: 503,
    retryable: true,
    recovery: 'retry',
    since: '1.0.0',
    summary: 'Station is offline',
    message: "Station '{station}' is offline",
    hint: 'Repeat the call, or ask for another station.',
    details: z.object({ station: z.string() }),
  },
});

it('names each code after its plugin', () => {
  expectTypeOf<CodeOf<typeof weatherCodes>>().toEqualTypeOf<'weather.STATION_OFFLINE'>();
  expect(Object.keys(weatherCodes.definitions)).toEqual(['weather.STATION_OFFLINE']);
  expect(weatherCodes.definitions['weather.STATION_OFFLINE']).toMatchObject({
    namespace: 'weather',
    code: 'weather.STATION_OFFLINE',
  });
});

it('is a set like any other', () => {
  const registry = createRegistry(weatherCodes);
  const { fail } = registry;
  expect(fail('weather.STATION_OFFLINE', { station: 'BER' })).toMatchObject({
    namespace: 'weather',
    code: 'weather.STATION_OFFLINE',
    message: "Station 'BER' is offline",
  });
  expect(registry.find('STATION_OFFLINE')).toBeUndefined();
  // @ts-expect-error the details are those of the row
  expect(fail('weather.STATION_OFFLINE', { town: 'Berlin' })).toMatchObject({ code: 'INTERNAL_ERROR' });
});

it('checks rows as defineCodes does', () => {
  // @ts-expect-error the placeholder is no key of the details
  expect(() => definePluginCodes('weather', { BAD: { ...row, message: '{nothing}' } })).toThrow(/BAD/);
  expect(() => definePluginCodes('Weather Man', {})).toThrow(/namespace/);
});

const row = {
  kind: 'error',
  category: 'internal',
  http: 500,
  retryable: false,
  recovery: 'report',
  since: '1.0.0',
  summary: 'Bad',
  message: 'Bad',
  hint: 'Report it.',
} as const;

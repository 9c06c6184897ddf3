import { defaultConfiguration } from '@recourse/engine/configuration';
import { expect, it } from 'vitest';
import { standing, thresholdsOf } from './thresholds.ts';

const usage = { principal: 'ada', operation: 'close', metric: 'closes', key: '', windowMs: 1000, calls: 3 };

it.each([
  [{}, 'free'],
  [{ warn: 4, stop: 5 }, 'free'],
  [{ warn: 3, stop: 5 }, 'warns'],
  [{ warn: 1, pause: 3 }, 'asks first'],
  [{ pause: 1, stop: 3 }, 'stopped'],
])('with %j the next call is one that is: %s', (thresholds, state) => {
  expect(standing(usage, thresholds)).toBe(state);
});

it('recognizes a pause that was lifted', () => {
  expect(standing({ ...usage, granted_until: 5 }, { pause: 1, stop: 4 })).toBe('pause lifted');
});

it('takes the rule of the same metric and window, of the operation or of all', () => {
  const rule = { metric: 'closes', count: 'attempts', windowMs: 1000 } as const;
  const quotas = {
    close: [{ ...rule, stop: 5 }],
    '*': [
      { ...rule, warn: 1, stop: 9 },
      { ...rule, metric: 'all' },
    ],
  };
  const configuration = { ...defaultConfiguration, quotas };
  expect(thresholdsOf(usage, configuration)).toEqual({ stop: 5 });
  expect(thresholdsOf({ ...usage, operation: 'constructor' }, configuration)).toEqual({ warn: 1, stop: 9 });
  expect(thresholdsOf({ ...usage, windowMs: 5 }, configuration)).toBeUndefined();
});

import type { SetLimit } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import type { LaunchEnvironment } from './environment.ts';
import { createLaunchPipeline } from './pipeline.ts';
import { testConfig } from './testing/test-config.ts';

const pipeline = createLaunchPipeline({ programs: {} } as LaunchEnvironment);

describe('the budgets of a launch', () => {
  const config = testConfig({ budgets: { max_runtime_s: 60, max_file_writes: 7, max_external_calls: 20 } });

  it.each([
    ['runtime_ms', 'max_runtime_s'],
    ['file_writes', 'max_file_writes'],
    ['external_calls', 'max_external_calls'],
  ] as const)('%s has the name, the unit and the value of budgets.%s', (budget, field) => {
    const { limit, setting, unit = 1 } = pipeline.budgetsOf(config)[budget] as SetLimit;
    expect({ setting, value: limit / unit }).toEqual({ setting: `budgets.${field}`, value: config.budgets[field] });
  });
});

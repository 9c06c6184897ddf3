import { describe, expect, it } from 'vitest';
import { buildMetrics } from './metrics.ts';

const standing = { inFlight: 0, storeUp: true };
const ended = { server: 'tickets', principal: 'ann', elapsedMs: 1, count: 1 };

/** The values of a label in the samples of a metric. */
const valuesOf = (text: string, metric: string, label: string): ReadonlySet<string | undefined> =>
  new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith(`${metric}{`))
      .map((line) => new RegExp(`${label}="([^"]*)"`, 'u').exec(line)?.[1]),
  );

describe('the labels of metrics', () => {
  it('have at most a thousand values each, and count the rest as other', async () => {
    const { measure, read } = buildMetrics();
    for (let index = 0; index < 1500; index += 1) {
      measure({ ...ended, operation: `tool_${index}`, code: `CODE_${index}`, recovery: 'none' });
    }
    measure({ ...ended, operation: 'tool_7' });
    const { text } = await read(standing);
    for (const [metric, label] of [
      ['recourse_calls_total', 'operation'],
      ['recourse_failures_total', 'code'],
      ['recourse_call_duration_seconds_count', 'operation'],
    ] as const) {
      const values = valuesOf(text, metric, label);
      expect([metric, values.size, values.has('other')]).toEqual([metric, 1001, true]);
    }
    expect(text).toContain('recourse_calls_total{server="tickets",operation="other",result="failed"} 500');
    expect(text).toContain('recourse_calls_total{server="tickets",operation="tool_7",result="ok"} 1');
  });

  it('keep their line whatever the name of an operation is', async () => {
    const { measure, read } = buildMetrics();
    measure({ ...ended, operation: 'a"} 1\nrecourse_store_up 0\n\\' });
    const { text } = await read(standing);
    expect(text.split('\n').filter((line) => line.startsWith('recourse_store_up'))).toEqual(['recourse_store_up 1']);
    expect(text).toContain(String.raw`operation="a\"} 1\nrecourse_store_up 0\n\\"`);
  });
});

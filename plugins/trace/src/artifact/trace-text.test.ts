import { describe, expect, it } from 'vitest';
import { toStep } from '../recording/to-step.ts';
import { KnownElements } from '../recording/known-elements.ts';
import { summarizeTokens } from '../recording/token-summary.ts';
import { mask } from './step.ts';
import { parseTrace, renderTrace } from './trace-text.ts';

const header = { kind: 'trace', version: 1, name: 'shop', started_at: '2026-01-01T10:00:00.000Z' } as const;
const call = (tool: string, answer: object, args: object = {}) => ({
  tool,
  arguments: args as Record<string, unknown>,
  answer: { ok: true, ...answer },
  sessionId: undefined,
  startedAt: header.started_at,
  elapsedMs: 5,
});
const stepOf = (seq: number, ...given: Parameters<typeof call>) =>
  toStep(call(...given), { seq, element: undefined, redact: ['pin'] });

describe('a recording', () => {
  const steps = [
    stepOf(1, 'electron_click', { a: 1 }),
    stepOf(2, 'electron_type', { ok: false, code: 'X', error: 'no' }),
  ];
  const footer = { kind: 'end', ended_at: header.started_at, records: 2, dropped: 0, tokens: 9 } as const;

  it('is the same after it is written and read', () => {
    expect(parseTrace(renderTrace({ header, steps, footer }))).toEqual({ header, steps, footer });
  });

  it('is read up to its last whole line if it was cut off', () => {
    const text = renderTrace({ header, steps, footer });
    const cut = text.slice(0, text.indexOf('"electron_type"'));
    expect(parseTrace(cut)).toEqual({ header, steps: [steps[0]], footer: undefined });
  });

  it.each([
    ['', 'line 1 is not JSON'],
    ['{}\n', 'line 1 is not the header'],
    [`${JSON.stringify(header)}\n{"kind":"step"}\n`, 'line 2 is neither'],
    [`${JSON.stringify(header)}\nnot json\n`, 'line 2 is not JSON'],
    [
      `${JSON.stringify(header)}\n${JSON.stringify(footer)}\n${JSON.stringify(footer)}\n`,
      'line 3 comes after the end of the recording',
    ],
  ])('is rejected: %j', (text, problem) => expect(() => parseTrace(text)).toThrow(problem));
});

describe('a step', () => {
  it('has a bounded length, and masks the arguments that the operator names', () => {
    const step = stepOf(1, 'electron_click', { text: 'x'.repeat(100_000) }, { pin: '1234', deep: { pin: '5' } });
    expect(step.arguments).toEqual({ pin: mask, deep: { pin: mask } });
    expect(step.answer.length).toBeLessThan(4100);
    expect(step.tokens).toBeGreaterThan(25_000);
    expect(stepOf(1, 'x', {}, { text: 'x'.repeat(9000) }).arguments).toHaveProperty('cut');
  });
});

describe('the elements of a recording', () => {
  it('are learned from answers and from the text of snapshots', () => {
    const known = new KnownElements();
    known.learn({ target: { ref: 4, role: 'button', name: 'Save' } });
    known.learn({ text: 'page\n  [12] textbox "Name \\"x\\"" focused\n[13] list\n[14] button "broken\\q"' });
    expect(known.find(4)).toEqual({ role: 'button', name: 'Save' });
    expect(known.find(12)).toEqual({ role: 'textbox', name: 'Name "x"' });
    expect(known.find(13)).toEqual({ role: 'list', name: '' });
    expect(known.find(14)).toBeUndefined();
    expect(known.find('4')).toBeUndefined();
  });
});

describe('the tokens of a recording', () => {
  it('are summed by tool, the largest first', () => {
    const steps = [stepOf(1, 'a', {}), stepOf(2, 'b', { text: 'x'.repeat(400) }), stepOf(3, 'a', {})];
    const { by_tool, largest } = summarizeTokens(steps);
    expect(by_tool.map(({ tool, calls }) => [tool, calls])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect(largest[0]).toMatchObject({ seq: 2, tool: 'b' });
  });
});

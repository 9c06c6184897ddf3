import { describe, expect, it } from 'vitest';
import { mask } from '../artifact/step.ts';
import type { Step } from '../artifact/step.ts';
import { prepareCall } from './prepare-call.ts';

const step = (given: Partial<Step>): Step => ({
  kind: 'step',
  seq: 3,
  tool: 'electron_type',
  arguments: {},
  ok: true,
  answer: '{}',
  started_at: '2026-01-01T10:00:00.000Z',
  elapsed_ms: 1,
  tokens: 1,
  ...given,
});
const facts = { sessions: new Map([['session-1', 'session-7']]), values: {} };

describe('a call of a replay', () => {
  it('uses the new session, and the role and name of an element', () => {
    const recorded = step({ arguments: { ref: 8, sessionId: 'session-1' }, element: { role: 'button', name: 'Save' } });
    expect(prepareCall(recorded, facts)).toEqual({
      arguments: { by: { role: 'button', name: 'Save' }, sessionId: 'session-7' },
    });
  });

  it('needs a value that was masked', () => {
    const recorded = step({ arguments: { selector: '#a', text: mask } });
    expect(prepareCall(recorded, facts)).toEqual({ reason: 'masked' });
    expect(prepareCall(recorded, { ...facts, values: { 3: 'hello' } })).toEqual({
      arguments: { selector: '#a', text: 'hello' },
    });
  });

  it('identifies the fields of a form by role and name, and accepts a value for each', () => {
    const fields = [
      { ref: 4, value: mask },
      { selector: '#kind', value: mask },
    ];
    const answer =
      '{"filled":2,"fields":[{"ref":4,"role":"textbox","name":"Name"},{"ref":5,"role":"combobox","name":"Kind"}]}';
    const recorded = step({ tool: 'electron_fill_form', arguments: { fields }, answer });
    expect(prepareCall(recorded, { ...facts, values: { '3.1': 'Ann', '3.2': 'b' } })).toEqual({
      arguments: {
        fields: [
          { by: { role: 'textbox', name: 'Name' }, value: 'Ann' },
          { selector: '#kind', value: 'b' },
        ],
      },
    });
    expect(prepareCall(recorded, { ...facts, values: { '3.1': 'Ann' } })).toEqual({ reason: 'masked' });
    expect(prepareCall({ ...recorded, answer: '{"cut' }, { ...facts, values: { 3: 'x' } })).toEqual({
      reason: 'reference',
    });
  });

  it('is skipped if it would drag to an unknown element', () => {
    const recorded = step({ arguments: { selector: '#a', targetRef: 9 } });
    expect(prepareCall(recorded, facts)).toEqual({ reason: 'reference' });
  });

  it('is skipped if its element is unknown or its arguments were cut', () => {
    expect(prepareCall(step({ arguments: { ref: 8 } }), facts)).toEqual({ reason: 'reference' });
    expect(prepareCall(step({ arguments: { cut: '9000 characters' } }), facts)).toEqual({ reason: 'too long' });
  });
});

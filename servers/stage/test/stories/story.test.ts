import type { Json, JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/testing/linked-stage.ts';
import { Ledger } from './ledger.ts';
import type { Facts } from './ledger.ts';
import { Story } from './story.ts';

const click = { name: 'electron_click', description: 'Clicks an element.', inputSchema: { button: ['left', 'right'] } };
const snapshot = { name: 'electron_snapshot', description: 'Shows a page.', inputSchema: {} };
const tools = [click, snapshot, { name: 'electron_type', inputSchema: {} }, { name: 'electron_stop', inputSchema: {} }];
const page = '[1] main\n  [2] button "Save"\n  [3] textbox "Name" = "Ada \\"L\\""';

/** An app with one fact, and a stage that answers as it is told. A click does what `onClick` says. */
const begin = ({
  request = 'Do it.',
  effectMs = 60,
  answer = {},
  onClick = (facts: Record<string, Json>) => void (facts['saved'] = true),
}: {
  request?: string;
  effectMs?: number;
  answer?: JsonObject;
  onClick?: (facts: Record<string, Json>) => void;
} = {}) => {
  const facts: Record<string, Json> = { saved: false };
  const calls: string[] = [];
  const ledger = new Ledger(() => Promise.resolve({ ...facts } as Facts), { effectMs });
  const call = (tool: string): Promise<Envelope> => {
    calls.push(tool);
    if (tool === 'electron_click') onClick(facts);
    const shown = tool === 'electron_snapshot' ? { snapshot: page } : answer;
    return Promise.resolve({ ok: true, _meta: { estimated_tokens: 1 }, ...shown } as Envelope);
  };
  return { facts, calls, ledger, story: new Story({ request, tools, call, ledger }) };
};

describe('a story', () => {
  it.each<[string, string, JsonObject]>([
    ['a reference', 'electron_click', { ref: 4 }],
    ['a number that is no reference', 'electron_click', { ref: 1_000 }],
    ['a session', 'electron_click', { ref: 2, sessionId: 'session-1' }],
    ['a window', 'electron_click', { ref: 2, surface_id: 's2' }],
    ['a name', 'electron_click', { by: { role: 'button', name: 'Delete' } }],
    ['a name with another role', 'electron_click', { by: { role: 'link', name: 'Save' } }],
    ['a part of a word', 'electron_click', { ref: 2, button: 'righ' }],
    ['a selector', 'electron_click', { selector: '#save' }],
    ['a text', 'electron_type', { ref: 3, text: 'Grace' }],
    ['a value in a list', 'electron_type', { ref: 3, values: ['Ada', 'Grace'] }],
    ['a tool', 'electron_eval', {}],
  ])('does not use %s that nothing has shown', async (_, tool, args) => {
    const { story, calls, ledger } = begin();
    await ledger.open();
    await story.look();
    await expect(story.see(tool, args)).rejects.toThrow(/has shown|has not asked|has named/u);
    expect(calls).toEqual(['electron_snapshot']);
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['the lines of a snapshot', 'electron_type', { ref: 3, text: 'Ada "L"' }, {}],
    ['the name of a line', 'electron_type', { by: { role: 'button', name: 'Save' }, text: 'Ada' }, {}],
    ['the list of tools', 'electron_click', { ref: 2, button: 'right' }, {}],
    ['the request', 'electron_type', { selector: '#save', text: 'it now' }, {}],
    ['the details of a failure', 'electron_type', { ref: 40 }, { details: { covering_ref: 40 } }],
    [
      'a next action',
      'electron_type',
      { ref: 41, surface_id: 's3' },
      { next_actions: ['electron_click {"ref":41,"surface_id":"s3"}'] },
    ],
    ['a list of sessions', 'electron_type', { sessionId: 'session-2' }, { sessions: [{ session_id: 'session-2' }] }],
    ['what is there instead', 'electron_type', { surfaceId: 's7' }, { details: { available: ['s7'] } }],
  ])('uses %s', async (_, tool, args, answer) => {
    const { story, calls, ledger } = begin({ request: 'Save #save as it now is.', answer, onClick: () => undefined });
    await ledger.open();
    await story.look();
    await story.see('electron_stop');
    await story.see(tool, args);
    expect(calls.at(-1)).toBe(tool);
  });

  it('carries out the next action that a failure names', async () => {
    const failure = {
      ok: false,
      code: 'ELEMENT_COVERED',
      next_actions: ['electron_snapshot {}', 'electron_click {"ref":5}'],
    };
    const { story, ledger, calls } = begin({ answer: failure, onClick: () => undefined });
    await ledger.open();
    await story.follow(await story.refused('electron_type', {}, 'ELEMENT_COVERED'));
    expect(story.ref({ role: 'button', name: 'Save' })).toBe(2);
    expect(calls).toEqual(['electron_type', 'electron_snapshot']);
    await expect(story.follow(failure as unknown as Envelope, { tool: 'electron_stop' })).rejects.toThrow(
      'No call to follow',
    );
  });

  it('counts what it has done', async () => {
    const { story, ledger } = begin();
    await ledger.open();
    await story.look();
    await story.act('electron_click', { ref: 2 }, { saved: true });
    expect(ledger).toMatchObject({ wrong: [], false: [], actions: 1 });
  });
});

describe('the ledger of a story', () => {
  const cases: [string, (facts: Record<string, Json>) => void, 'wrong' | 'false'][] = [
    ['an action that was reported as done and did nothing', () => undefined, 'false'],
    ['an action on another element', (facts) => void (facts['deleted'] = true), 'wrong'],
    [
      'an action that did more than it should',
      (facts) => void Object.assign(facts, { saved: true, sent: true }),
      'wrong',
    ],
    ['an action that removed a fact', (facts) => void delete facts['saved'], 'wrong'],
  ];
  it.each(cases)('records %s', async (_, onClick, list) => {
    const { story, ledger } = begin({ onClick });
    await ledger.open();
    await story.look();
    await expect(story.act('electron_click', { ref: 2 }, { saved: true })).rejects.toThrow('should have changed');
    expect(ledger[list]).toHaveLength(1);
    expect(ledger.wrong.length + ledger.false.length).toBe(1);
  });

  it('records a refused action that had an effect', async () => {
    const { story, ledger } = begin({ answer: { ok: false, code: 'ELEMENT_DISABLED' } });
    await ledger.open();
    await story.look();
    await expect(story.refused('electron_click', { ref: 2 }, 'ELEMENT_DISABLED')).rejects.toThrow('changed');
    expect(ledger.wrong).toHaveLength(1);
  });

  it('records an effect that comes late', async () => {
    const { story, ledger, facts } = begin();
    await ledger.open();
    await story.look();
    await story.act('electron_click', { ref: 2 }, { saved: true });
    facts['sent'] = true;
    await expect(story.look()).rejects.toThrow('"sent":true');
    expect(ledger.wrong).toHaveLength(1);
  });

  it('waits for an effect', async () => {
    const { story, ledger } = begin({
      effectMs: 30_000,
      onClick: (facts) => void setTimeout(() => (facts['saved'] = true), 5),
    });
    await ledger.open();
    await story.look();
    await story.act('electron_click', { ref: 2 }, { saved: true });
    expect(ledger.false).toEqual([]);
  });
});

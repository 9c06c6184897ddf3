import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createMemorySignals } from '../sharing/memory-signals.ts';
import { longestSignal } from '../sharing/signals.ts';
import type { Signals } from '../sharing/signals.ts';
import type { Change } from './changes.ts';
import { createServer } from './create-server.ts';

it('notifies every listener until it unsubscribes', () => {
  const server = createServer({ name: 'desk', tools: [], changes: ['tools', 'contents'] });
  const [one, other] = [vi.fn<(change: Change) => void>(), vi.fn<(change: Change) => void>()];
  const end = server.changes.subscribe(one);
  server.changes.subscribe(other);
  server.notify('tools');
  end();
  server.notify({ resource: 'desk://log' });
  expect(one.mock.calls).toEqual([['tools']]);
  expect(other.mock.calls).toEqual([['tools'], [{ resource: 'desk://log' }]]);
});

it('tells nothing that was not announced', () => {
  const server = createServer({ name: 'desk', tools: [], changes: ['tools'] });
  expect(() => server.notify('prompts')).toThrow("'desk' has not declared 'prompts'");
  expect(() => server.notify({ resource: 'desk://log' })).toThrow("'contents'");
});

it('calls the function of a list on every request', () => {
  const names = ['one'];
  const prompts = () => names.map((name) => ({ name, render: () => name }));
  const server = createServer({ name: 'desk', tools: [], prompts });
  names.push('two');
  expect(server.prompts.map(({ name }) => name)).toEqual(['one', 'two']);
});

it('refuses lists that name something twice, and unknown changes', () => {
  const rules = { uri: 'desk://rules', name: 'rules', read: () => '' };
  const build = () =>
    createServer({ name: 'desk', tools: [], resources: [rules, rules, rules], changes: ['weather' as 'tools'] });
  expect(build).toThrow("two resources are called 'desk://rules'\n".trim());
  expect(build).toThrow("'weather' must be one of tools, resources, prompts, contents");
});

describe('changes of a server on a shared store', () => {
  const start = (signals: Signals, name = 'desk') => {
    const resources = [{ uri: 'desk://log', name: 'log', read: () => '' }];
    const server = createServer({ name, tools: [], resources, changes: ['tools', 'contents'], stores: { signals } });
    const heard: Change[] = [];
    server.changes.subscribe((change) => heard.push(change));
    return { server, heard };
  };

  it('reach the clients of every process, once', async () => {
    const signals = createMemorySignals();
    const [one, other, stranger] = [start(signals), start(signals), start(signals, 'shop')];
    one.server.notify('tools');
    one.server.notify({ resource: 'desk://log' });
    await nextTurn();
    const told = ['tools', { resource: 'desk://log' }];
    expect([one.heard, other.heard, stranger.heard]).toEqual([told, told, []]);
  });

  it('are all told again after signals were missed', async () => {
    const signals = createMemorySignals();
    const { heard } = start(signals);
    await signals.send('changes desk', 'x'.repeat(longestSignal + 1));
    expect(heard).toEqual(['tools', { resource: 'desk://log' }]);
  });

  it.each(['{}', '{"from":"x","change":"contents"}', '{"from":"x","change":"prompts"}', '7', 'no JSON'])(
    'ignore the signal %s',
    async (text) => {
      const signals = createMemorySignals();
      const { heard } = start(signals);
      await signals.send('changes desk', text);
      expect(heard).toEqual([]);
    },
  );
});

import { expect, it, vi } from 'vitest';
import type { Change } from './changes.ts';
import { createServer } from './create-server.ts';

it('tells everybody who listens, until they no longer do', () => {
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
  expect(() => server.notify('prompts')).toThrow("'desk' has not announced 'prompts'");
  expect(() => server.notify({ resource: 'desk://log' })).toThrow("'contents'");
});

it('makes lists anew where they are made', () => {
  const names = ['one'];
  const prompts = () => names.map((name) => ({ name, render: () => name }));
  const server = createServer({ name: 'desk', tools: [], prompts });
  names.push('two');
  expect(server.prompts.map(({ name }) => name)).toEqual(['one', 'two']);
});

it('refuses lists that name something twice, and changes that nobody knows', () => {
  const rules = { uri: 'desk://rules', name: 'rules', read: () => '' };
  const build = () =>
    createServer({ name: 'desk', tools: [], resources: [rules, rules, rules], changes: ['weather' as 'tools'] });
  expect(build).toThrow("two resources are called 'desk://rules'\n".trim());
  expect(build).toThrow("'weather' is none of tools, resources, prompts, contents");
});

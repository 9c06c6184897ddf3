import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './calling/exit-code.ts';
import { commands } from './commands/index.ts';
import { commandStatuses, exitStatuses, statusesOf } from './exit-statuses.ts';
import { runWithFakeIo } from './testing/run-with-fake-io.ts';

describe('exit statuses', () => {
  it('keep their numbers', () => {
    const numbers = Object.fromEntries(Object.entries(exitStatuses).map(([name, { status }]) => [name, status]));
    expect(numbers).toEqual({
      clean: 0,
      findings: 1,
      usage: 2,
      undecided: 3,
      needsPerson: 4,
      denied: 5,
      gaveUp: 6,
      addressInUse: 7,
      bug: 70,
      cancelled: 130,
    });
  });

  it('are all in the list of commands', async () => {
    const { out } = await runWithFakeIo(['--help']);
    for (const { status, means } of Object.values(exitStatuses)) {
      expect(out).toMatch(new RegExp(`^  ${status} +${means}$`, 'm'));
    }
  });

  it('are all in the reference', () => {
    const page = readFileSync(new URL('../../../docs/reference/exit-statuses.md', import.meta.url), 'utf8');
    for (const { status, means } of Object.values(exitStatuses)) expect(page).toContain(`| \`${status}\` | ${means} |`);
  });

  it('name only commands that exist', () => {
    const words = new Set(commands.flatMap(({ name }) => [name, name.split(' ')[0]]));
    expect(Object.keys(commandStatuses).filter((name) => !words.has(name))).toEqual([]);
  });

  it('of a command are in its help, with what they mean there', async () => {
    for (const { name, help } of commands) {
      if (!(name in commandStatuses) && !name.startsWith('coverage ')) continue;
      const { help: text } = await help();
      const block = text.slice(text.indexOf('Exit status:')).replaceAll(/\s+/gu, ' ');
      for (const [status, means] of statusesOf(name)) expect(block).toContain(`${status} ${means}`);
    }
  });

  it('of call start with the name of the outcome', () => {
    for (const [end, status] of Object.entries(exitCodeOf)) {
      const means = new Map(statusesOf('call')).get(status) ?? '';
      expect(means).toContain(end.startsWith('gave_up') ? 'gave_up_…' : end);
    }
  });
});

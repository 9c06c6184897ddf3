import { describe, expect, it } from 'vitest';
import { commands } from './commands/index.ts';
import { runWithFakeIo } from './testing/run-with-fake-io.ts';

describe('recourse', () => {
  it('shows the commands and ends with 2 when called with nothing', async () => {
    const { exit, out, err } = await runWithFakeIo([]);
    expect(exit).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('Usage: recourse <command>');
  });

  it.each(['--help', '-h', 'help'])('lists every command for %s', async (argument) => {
    const { exit, out } = await runWithFakeIo([argument]);
    expect(exit).toBe(0);
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${escaped(summary)}$`, 'm'));
  });

  it.each(['--version', '-v', 'version'])('says its version for %s', async (argument) => {
    expect(await runWithFakeIo([argument])).toMatchObject({ exit: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });

  it('ends with 2 for an unknown command and names the nearest', async () => {
    const { exit, out, err } = await runWithFakeIo(['explian']);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain("There is no command 'explian'. Did you mean explain?");
    expect(err).toContain("Run 'recourse --help'");
  });

  it('ends with 2 for help about an unknown command', async () => {
    expect(await runWithFakeIo(['help', 'codes', 'chek'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("There is no command 'codes chek'. Did you mean codes check"),
    });
  });

  it('ends with 2 for an unknown option, names the nearest and the help of the command', async () => {
    const { exit, err } = await runWithFakeIo(['codes', 'check', '--jsn']);
    expect(exit).toBe(2);
    expect(err).toBe(
      "recourse: Unknown option '--jsn'. Did you mean --json?\nRun 'recourse help codes check' to see how it is called.",
    );
  });

  it('ends with 2 for an option without its value', async () => {
    const { exit, err } = await runWithFakeIo(['explain', 'INTERNAL_ERROR', '--dialect']);
    expect(exit).toBe(2);
    expect(err).toMatch(/--dialect/);
  });

  it('says that a fault is its own, in one line and without a stack', async () => {
    const broken = (): never => {
      throw new Error('the disk is full');
    };
    const { exit, err } = await runWithFakeIo(['tour'], { out: broken });
    expect(exit).toBe(2);
    expect(err).toBe('recourse: the disk is full\nThis is a fault of recourse itself; please report it.');
  });
});

describe.each(commands.map((command) => [command.name, command] as const))('recourse %s', (name, command) => {
  it('explains itself for --help, -h and help', async () => {
    for (const line of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      expect(await runWithFakeIo(line)).toEqual({ exit: 0, out: command.help, err: '' });
    }
    expect(command.help).toMatch(new RegExp(`^Usage: recourse ${name}`));
  });
});

it.each(commands.filter(({ name }) => name !== 'lint'))(
  'the help of $name fits a terminal of 80 columns',
  ({ help }) => {
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

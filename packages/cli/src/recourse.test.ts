import { describe, expect, it } from 'vitest';
import { commands } from './commands/index.ts';
import { runWithFakeIo } from './testing/run-with-fake-io.ts';

describe('recourse', () => {
  it('shows the commands and exits with 2 without arguments', async () => {
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

  it.each(['--version', '-v', 'version'])('prints its version for %s', async (argument) => {
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
      "recourse: Unknown option '--jsn'. Did you mean --json?\n  code  COMMAND_LINE_INVALID\n  hint  Run 'recourse help codes check' to see the usage.",
    );
  });

  it('ends with 2 for an option without its value', async () => {
    const { exit, err } = await runWithFakeIo(['explain', 'INTERNAL_ERROR', '--dialect']);
    expect(exit).toBe(2);
    expect(err).toMatch(/--dialect/);
  });

  it('reports an unexpected error as a bug, without a stack', async () => {
    const broken = (): never => {
      throw new Error('boom');
    };
    const { exit, err } = await runWithFakeIo(['tour'], { out: broken });
    expect(exit).toBe(70);
    expect(err).toBe(
      'recourse: boom\n  code  BUG\n  hint  Report this bug in recourse, with the command line that you used.',
    );
  });

  it('does not report a full disk as a bug', async () => {
    const full = (): never => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    };
    const { exit, err } = await runWithFakeIo(['tour'], { out: full });
    expect(exit).toBe(2);
    expect(err).toBe(
      'recourse: Cannot write: no space left on the disk.\n  code  DISK_FULL\n  hint  Free some disk space, then run the command again.',
    );
  });

  it('writes an error as one document to stdout for --json, and as text to stderr', async () => {
    const { exit, out, err } = await runWithFakeIo(['codes', 'diff', 'no.json', 'no.json', '--json']);
    expect(exit).toBe(2);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      code: 'PATH_NOT_FOUND',
      message: 'Cannot read no.json: there is no such file or directory.',
      hint: 'Check the path.',
      exit_code: 2,
    });
    expect(err).toContain('  code  PATH_NOT_FOUND');
    expect((await runWithFakeIo(['call', '--rest', '--', 'program', '--json'])).out).toBe('');
  });
});

describe.each(commands.map((command) => [command.name, command] as const))('recourse %s', (name, command) => {
  it('explains itself for --help, -h and help', async () => {
    const { help } = await command.help();
    for (const line of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      expect(await runWithFakeIo(line)).toEqual({ exit: 0, out: help, err: '' });
    }
    expect(help).toMatch(new RegExp(`^Usage: recourse ${name}`));
  });

  it('fits a terminal of 80 columns', async () => {
    const { help } = await command.help();
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

it('lists the commands within 80 columns', async () => {
  const { out } = await runWithFakeIo(['--help']);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it.each([...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))])(
  'lists the commands of %s within 80 columns',
  async (word) => {
    const { out } = await runWithFakeIo(['help', word]);
    expect(out).toMatch(/^Usage: recourse /u);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);

it('has every command once', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

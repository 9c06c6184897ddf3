import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-call-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const nowhere = 'http://127.0.0.1:1/mcp';

describe('a wrong recourse call', () => {
  it.each([
    [[], 'Specify a server'],
    [['githup'], 'Did you mean github?'],
    [['aql'], '--adapter'],
    [['./no-such-server.mjs'], 'There is no module'],
    [['github', 'search', 'tide'], "Unexpected 'tide'"],
    [['github', '--rest'], '--rest needs a URL'],
    [['--stdio', 'search'], "after '--'"],
    [['search', '--'], 'Put the command that starts the server'],
    [['search', '--rest', '--', 'npx'], '--rest works only with a URL'],
    [['search', '--bearer', 'KEY', '--', 'npx'], '--bearer works only with a URL'],
    [[nowhere, '--bearer', 'NO_SUCH_KEY'], 'environment variable NO_SUCH_KEY'],
    [[nowhere, 'x', '--yes'], "Unknown option '--yes'"],
    [[nowhere, 'x', '--attempts', '0'], '--attempts must be a whole number from 1 to'],
    [[nowhere, 'x', '--seconds', 'many'], '--seconds must be a whole number from 1 to'],
  ] as const)('%j ends with 2 and says so', async (given, why) => {
    const { exit, out, err } = await runWithFakeIo(['call', ...given], { cwd });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(why);
  });

  it('shows no password of an address', async () => {
    const { exit, err } = await runWithFakeIo(['call', 'http://me:hunter2@127.0.0.1:1/mcp'], { cwd });
    expect(exit).toBe(2);
    expect(err).not.toContain('hunter2');
  });

  it('leaves a file alone that holds no keys', async () => {
    writeFileSync(path.join(cwd, 'keys.json'), '{"not":"keys"}');
    const { exit, err } = await runWithFakeIo(['call', nowhere, 'x', '--keys', 'keys.json'], { cwd });
    expect(exit).toBe(2);
    expect(err).toContain('keys.json');
  });
});

describe('a server that is not there', () => {
  it.each([[[nowhere]], [['http://127.0.0.1:1/x', '--rest']]])(
    'ends %j with 6, in one JSON document',
    async (given) => {
      const { exit, out } = await runWithFakeIo(['call', ...given, '--json'], { cwd });
      expect(exit).toBe(6);
      expect(JSON.parse(out)).toMatchObject({
        ok: false,
        end: 'gave_up_server',
        exit_code: 6,
        calls: 0,
        in_doubt: false,
      });
    },
  );

  it('ends with 130 where it is taken back before anything is called', async () => {
    const { exit, err } = await runWithFakeIo(['call', nowhere, 'x'], { cwd, signal: AbortSignal.abort() });
    expect(exit).toBe(130);
    expect(err).toContain('No call was made');
  });
});

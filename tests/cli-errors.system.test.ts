import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorCodes } from '../packages/cli/src/errors/operator-codes.ts';
import type { OperatorCode } from '../packages/cli/src/errors/operator-codes.ts';
import { runWithFakeIo } from '../packages/cli/src/testing/run-with-fake-io.ts';
import { createPostgresUser } from '../packages/stores/src/testing/create-postgres-user.ts';
import { lockForeignSqlite } from '../packages/stores/src/testing/lock-sqlite.ts';
import { setSqliteVersion } from '../packages/stores/src/testing/set-sqlite-version.ts';
import { startPostgres } from '../packages/stores/src/testing/start-postgres.ts';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
const long = 'x'.repeat(300);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-cli-errors-'));
  mkdirSync(path.join(cwd, 'folder'));
  writeFileSync(path.join(cwd, 'file'), 'not JSON');
  writeFileSync(path.join(cwd, 'letter.db'), 'This is a letter, and not a database at all. '.repeat(100));
  symlinkSync('loop', path.join(cwd, 'loop'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: cwd,
  RECOURSE_DATABASE_URL: '',
  RECOURSE_KEY: '',
});

const recourse = (...commandLine: readonly string[]) =>
  spawnSync(process.execPath, [main, ...commandLine], {
    cwd,
    encoding: 'utf8',
    env: environment(),
    input: '',
    timeout: 50_000,
  });

/** Holds what every operator's error has: a message, its code, a hint, no stack, and not the word for bugs. */
const expectError = (
  { status, stderr }: { readonly status: number | null; readonly stderr: string },
  code: OperatorCode,
  exit = 2,
): string => {
  expect(stderr).toMatch(new RegExp(`^recourse: .+\\n(?:.*\\n)*  code  ${code}\\n  hint  .+\\.\\n`, 'mu'));
  expect(stderr).not.toContain(operatorCodes.BUG.hint);
  expect(stderr).not.toMatch(/^\s+at /mu);
  expect(status).toBe(exit);
  return stderr;
};

const stateCommands = [
  ['serve', 'fixture', '--stdio'],
  ['keys', 'create', '--principal', 'ci'],
  ['store', 'migrate'],
  ['keys', 'list'],
  ['events'],
  ['quotas'],
  ['approvals', 'list'],
] as const;

describe.each(stateCommands.map((line) => [line.join(' '), line] as const))('recourse %s', (_, line) => {
  it.each([
    ['file/state.db', 'PATH_NOT_A_FOLDER'],
    ['folder', 'PATH_IS_A_FOLDER'],
    ['letter.db', 'STORE_NOT_A_DATABASE'],
    ['loop', 'PATH_LOOP'],
    [`${long}.db`, 'PATH_TOO_LONG'],
    ['postgres://127.0.0.1:1/state', 'STORE_UNREACHABLE'],
    ['postgres://no-such-host.invalid/state', 'HOST_NOT_FOUND'],
    ['mysql://127.0.0.1/state', 'STORE_SETTINGS_INVALID'],
  ] as const)('explains --store %s with %s', async (store, code) => {
    const words = [...line, '--store', store];
    // A server also needs its process to end; the other commands need none.
    if (line[0] === 'serve') return void expectError(recourse(...words), code);
    const { exit, err } = await runWithFakeIo(words, { cwd, environment: environment() });
    expectError({ status: exit, stderr: `${err}\n` }, code);
  });
});

describe('a store', () => {
  const store = (): string => path.join(cwd, 'state.db');

  it.runIf(process.platform === 'linux')('is not created where nothing can be', () => {
    expectError(recourse('serve', 'fixture', '--stdio', '--store', '/proc/no-such-folder/state.db'), 'PATH_NOT_FOUND');
    expectError(recourse('serve', 'fixture', '--stdio', '--store', '/sys/state.db'), 'FILE_ACCESS_DENIED');
    const { status, stderr } = spawnSync(process.execPath, [main, 'serve', 'fixture', '--stdio'], {
      cwd: '/sys',
      encoding: 'utf8',
      env: environment(),
      input: '',
    });
    expect(expectError({ status, stderr }, 'FILE_ACCESS_DENIED')).toContain('/sys/.recourse');
  });

  it('says that a newer version has written it', () => {
    recourse('store', 'migrate', '--store', store());
    setSqliteVersion(store(), 99);
    expectError(recourse('serve', 'fixture', '--stdio', '--store', store()), 'STORE_NEWER');
    expectError(recourse('keys', 'list', '--store', store()), 'STORE_NEWER');
  });

  it('says that it is damaged', () => {
    recourse('keys', 'create', '--principal', 'ci', '--store', store());
    const { size } = statSync(store());
    const file = openSync(store(), 'r+');
    // All but the first page, which says that it is a database.
    writeSync(file, Buffer.alloc(size - 4096, 0xff), 0, size - 4096, 4096);
    closeSync(file);
    expectError(recourse('keys', 'list', '--store', store()), 'STORE_DAMAGED');
    expectError(recourse('serve', 'fixture', '--stdio', '--store', store()), 'STORE_DAMAGED');
  });

  it('says that another process has locked it', () => {
    const unlock = lockForeignSqlite(store());
    expectError(recourse('keys', 'list', '--store', store()), 'STORE_LOCKED');
    unlock();
    expectError(recourse('keys', 'list', '--store', store()), 'STORE_FOREIGN');
  });

  it('tells a program what is wrong in one document', () => {
    for (const line of [['keys', 'create', '--principal', 'ci'], ['store', 'migrate'], ['events']]) {
      const { stdout, status } = recourse(...line, '--store', 'letter.db', '--json');
      expect(status).toBe(2);
      expect(JSON.parse(stdout)).toEqual({
        ok: false,
        code: 'STORE_NOT_A_DATABASE',
        message: expect.stringContaining('letter.db is not a database'),
        hint: expect.any(String) as string,
        exit_code: 2,
      });
    }
  });

  it('is checked by store check and doctor with the same words', () => {
    const checked = recourse('store', 'check', '--store', 'file/state.db', '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ok: false,
      problems: [{ problem: expect.stringContaining('a part of the path is a file'), remedy: expect.any(String) }],
    });
    const examined = recourse('doctor', '--store', 'file/state.db', '--json');
    expect(JSON.parse(examined.stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'store', says: expect.stringContaining('a part of the path is a file') }),
      ]),
    });
  });
});

describe('a full disk', () => {
  const disk = (): string => path.join(cwd, 'disk');
  const run = (command: string, ...options: readonly string[]): boolean =>
    spawnSync(command, options, { stdio: 'ignore' }).status === 0;
  afterEach(() => void run('umount', '-l', disk()));

  it('is explained by every command that writes', ({ skip }) => {
    mkdirSync(disk());
    if (!run('mount', '-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk())) {
      skip('only root may mount a small disk, on Linux');
      return;
    }
    expectError(recourse('store', 'migrate', '--store', path.join(disk(), 'state.db')), 'DISK_FULL');
    expectError(recourse('serve', 'fixture', '--stdio', '--store', path.join(disk(), 'b.db')), 'DISK_FULL');
    expectError(recourse('docs', '--out', path.join(disk(), 'docs')), 'DISK_FULL');
  });
});

describe('an address to listen on', () => {
  it('in use is named with the option to change, and has a status of its own', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    try {
      const run = (...line: readonly string[]) => {
        const child = spawn(process.execPath, [main, ...line], {
          cwd,
          env: environment(),
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let stderr = '';
        child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        return once(child, 'close').then(([status]: number[]) => ({ status: status ?? null, stderr }));
      };
      const served = expectError(await run('serve', 'fixture', '--http', String(port)), 'ADDRESS_IN_USE', 7);
      expect(served).toContain(`127.0.0.1:${port} is already in use.`);
      expect(served).toContain('choose another port with --http');
      const forge = expectError(await run('forge', '--temporary', '--port', String(port)), 'ADDRESS_IN_USE', 7);
      expect(forge).toContain('choose another port with --port');
    } finally {
      taken.close();
    }
  });

  it.each([
    ['99999', 'COMMAND_LINE_INVALID'],
    ['nowhere', 'COMMAND_LINE_INVALID'],
    ['a b:1', 'COMMAND_LINE_INVALID'],
    ['no-such-host.invalid:0', 'HOST_NOT_FOUND'],
    ['192.0.2.1:0', 'ADDRESS_NOT_AVAILABLE'],
  ] as const)('%s is %s', (address, code) => {
    recourse('keys', 'create', '--principal', 'ci');
    expectError(recourse('serve', 'fixture', '--http', address), code);
  });

  it('that others can reach needs a key', () => {
    expectError(recourse('serve', 'fixture', '--http', '0.0.0.0:0'), 'SERVER_SETTINGS_INVALID');
  });
});

describe('a configuration', () => {
  it.each([
    ['is missing', 'none.json'],
    ['is a folder', 'folder'],
    ['is below a file', 'file/x.json'],
    ['is a link to itself', 'loop'],
    ['is not JSON', 'file'],
    ['has unknown keys', 'unknown.json'],
  ])('that %s is explained', (_, file) => {
    writeFileSync(path.join(cwd, 'unknown.json'), '{ "stor": {} }');
    for (const line of [
      ['serve', 'fixture', '--stdio'],
      ['keys', 'list'],
      ['store', 'migrate'],
    ]) {
      expect(expectError(recourse(...line, '--config', file), 'CONFIGURATION_INVALID')).toContain(file);
    }
  });
});

describe('a module', () => {
  it.each([
    ['throws.mjs', "throw new Error('boom');", 'MODULE_FAILED'],
    ['throws-a-number.mjs', 'throw 1;', 'MODULE_FAILED'],
    ['wrong.mjs', 'export default = ;', 'MODULE_FAILED'],
    ['imports.mjs', "import 'no-such-package-of-recourse';", 'MODULE_FAILED'],
    ['fails-later.mjs', "export default () => { throw new Error('boom'); };", 'MODULE_FAILED'],
    ['rejects.mjs', "export default () => Promise.reject(new TypeError('boom'));", 'MODULE_FAILED'],
    ['five.mjs', 'export default () => 5;', 'MODULE_INVALID'],
    ['empty.mjs', '', 'MODULE_INVALID'],
  ] as const)('%s is %3$s', (name, text, code) => {
    writeFileSync(path.join(cwd, name), text);
    expectError(recourse('serve', `./${name}`, '--stdio'), code);
  });

  it('that is missing or a folder is explained by every command that loads one', () => {
    for (const line of [['serve'], ['call'], ['codes'], ['docs'], ['connect', 'cursor']]) {
      expectError(recourse(...line, './none.mjs'), 'MODULE_NOT_FOUND');
      expectError(recourse(...line, './folder'), 'PATH_IS_A_FOLDER');
    }
  });
});

describe('files of other commands', () => {
  it.each([
    [['codes', 'diff', 'none.json', 'none.json'], 'PATH_NOT_FOUND', 2],
    [['codes', 'diff', 'folder', 'folder'], 'PATH_IS_A_FOLDER', 2],
    [['codes', 'diff', 'loop', 'loop'], 'PATH_LOOP', 2],
    [['codes', 'diff', 'file', 'file'], 'FILE_INVALID', 2],
    [['docs', '--out', 'file/x'], 'PATH_NOT_A_FOLDER', 2],
    [['docs', '--out', long], 'PATH_TOO_LONG', 2],
    [['aql', 'generate', 'none.yaml'], 'PATH_NOT_FOUND', 2],
    [['aql', 'generate', 'folder'], 'PATH_IS_A_FOLDER', 2],
    [['aql', 'generate', 'file'], 'DOCUMENT_INVALID', 1],
    [['serve', 'aql', '--adapter', 'none.md', '--stdio'], 'ADAPTER_INVALID', 1],
    [['serve', 'aql', '--adapter', 'folder', '--stdio'], 'ADAPTER_INVALID', 1],
    [['connect', 'cursor', 'aql', '--adapter', 'none.md'], 'PATH_NOT_FOUND', 2],
    [['coverage', 'check', '--root', 'none'], 'PATH_NOT_FOUND', 2],
    [['coverage', 'check', '--root', 'file'], 'PATH_NOT_FOUND', 2],
    [['coverage', 'check', '--root', '/'], 'SERVER_SETTINGS_INVALID', 2],
    [['forge', '--data', 'file/x'], 'PATH_NOT_A_FOLDER', 2],
    [['forge', '--temporary', '--seed', 'none.json'], 'PATH_NOT_FOUND', 2],
    [['forge', '--temporary', '--seed', 'file'], 'FORGE_SEED_INVALID', 2],
    [['forge', '--port', '99999'], 'COMMAND_LINE_INVALID', 2],
    [['call', 'fixture', 'x', '--keys', 'file/x'], 'PATH_NOT_A_FOLDER', 2],
    [['call', 'fixture', 'x', '--keys', 'folder'], 'PATH_IS_A_FOLDER', 2],
    [['call', 'fixture', 'test_simple_text', '--args', '@none.json'], 'PATH_NOT_FOUND', 2],
    [['call', 'http://127.0.0.1:9/mcp', 'x', '--bearer', 'NO_SUCH_VARIABLE'], 'KEY_MISSING', 2],
    [['call', 'http://no-such-host.invalid/mcp', 'x'], 'HOST_NOT_FOUND', 6],
    [['call', 'x', '--', './none'], 'PROGRAM_NOT_FOUND', 6],
    [['call', 'x', '--', './folder'], 'PROGRAM_NOT_EXECUTABLE', 6],
  ] as const)('%j ends with %s and %i', (line, code, exit) => {
    expectError(recourse(...line), code, exit);
  });

  it('of a client that cannot be written are explained', () => {
    writeFileSync(path.join(cwd, '.cursor'), '');
    expectError(recourse('connect', 'cursor', 'fixture'), 'PATH_NOT_A_FOLDER');
    writeFileSync(path.join(cwd, '.mcp.json'), '{');
    expectError(recourse('connect', 'claude-code', 'fixture'), 'FILE_INVALID');
  });

  it.runIf(process.platform !== 'win32')('are not looked for in a working directory that was removed', () => {
    const gone = path.join(cwd, 'gone');
    mkdirSync(gone);
    const script = `cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${main}" keys list`;
    expectError(spawnSync('bash', ['-c', script], { encoding: 'utf8', env: environment() }), 'PATH_NOT_FOUND');
  });
});

const server = await startPostgres();
afterAll(() => server?.remove());

describe.runIf(server)('PostgreSQL', () => {
  const url = (change: (url: URL) => void): string => {
    const changed = new URL(server?.url ?? '');
    change(changed);
    return changed.href;
  };

  it('refuses a wrong password, an unknown user and an unknown database, each with its code', () => {
    const run = (store: string) => recourse('serve', 'fixture', '--stdio', '--store', store);
    const wrong = expectError(run(url((each) => (each.password = 'hunter2'))), 'STORE_LOGIN_FAILED');
    expect(wrong).not.toContain('hunter2');
    expectError(run(url((each) => (each.username = 'nobody'))), 'STORE_LOGIN_FAILED');
    expectError(run(url((each) => (each.password = ''))), 'STORE_LOGIN_FAILED');
    expectError(run(url((each) => (each.pathname = '/no_such_database'))), 'STORE_DATABASE_NOT_FOUND');
  });

  it('refuses a user who may not create the schema', async () => {
    const reader = server ? await createPostgresUser(server, 'reader') : '';
    expectError(recourse('store', 'migrate', '--store', reader), 'STORE_ACCESS_DENIED');
    expectError(recourse('serve', 'fixture', '--stdio', '--store', reader), 'STORE_ACCESS_DENIED');
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { ConfigurationError } from '@recourse/engine/configuration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownSets } from '../registries/known-sets.ts';
import { describeOperatorError, errorText } from './describe-error.ts';
import { operatorCodes } from './operator-codes.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { toOperatorError } from './to-operator-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-errors-'));
  writeFileSync(path.join(folder, 'file'), '');
  symlinkSync('loop', path.join(folder, 'loop'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
};

/** An error as Node makes it, for what cannot be brought about on every machine. */
const systemError = (code: string, syscall: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: as Node says it, ${syscall}`), { code, syscall, errno: -1, ...more });

describe('an error of the file system', () => {
  it.each([
    ['PATH_NOT_FOUND', () => readFileSync(path.join(folder, 'none'))],
    ['PATH_NOT_A_FOLDER', () => readFileSync(path.join(folder, 'file', 'x'))],
    ['PATH_NOT_A_FOLDER', () => mkdirSync(path.join(folder, 'file'))],
    ['PATH_IS_A_FOLDER', () => openSync(folder, 'w')],
    ['PATH_LOOP', () => readFileSync(path.join(folder, 'loop'))],
    ['PATH_TOO_LONG', () => readFileSync(path.join(folder, 'x'.repeat(300)))],
    ['FILE_EXISTS', () => openSync(path.join(folder, 'file'), 'wx')],
  ] as const)('is %s', (code, run) => {
    const error = toOperatorError(thrownBy(run));
    expect(error).toMatchObject({ code, exit: 2, message: expect.stringContaining(folder) });
    expect(error?.message).toMatch(/^Cannot .*\.$/u);
  });

  it.each([
    ['EACCES', 'FILE_ACCESS_DENIED'],
    ['EPERM', 'FILE_ACCESS_DENIED'],
    ['EROFS', 'FILE_SYSTEM_READ_ONLY'],
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EMFILE', 'OPEN_FILES_LIMIT'],
    ['ENFILE', 'OPEN_FILES_LIMIT'],
    ['EIO', 'DISK_FAILED'],
    ['EBUSY', 'FILE_IN_USE'],
    ['ENOMEM', 'MEMORY_EXHAUSTED'],
  ] as const)('%s is %s', (errno, code) => {
    expect(toOperatorError(systemError(errno, 'open', { path: '/data/x' }))).toMatchObject({
      code,
      message: expect.stringMatching(/^Cannot open \/data\/x: /u),
    });
  });
});

describe('an error of the network', () => {
  it('names the address and the option of the command for a port in use, and has a status of its own', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
    taken.close();
    expect(toOperatorError(error, '--http')).toMatchObject({
      code: 'ADDRESS_IN_USE',
      exit: 7,
      message: `127.0.0.1:${port} is already in use.`,
      hint: expect.stringContaining('--http'),
    });
    expect(toOperatorError(error, '--port')?.hint).toContain('--port');
    expect(toOperatorError(error)?.hint).not.toContain('--');
  });

  it.each([
    ['EACCES', 'listen', 'ADDRESS_NOT_ALLOWED'],
    ['EADDRNOTAVAIL', 'listen', 'ADDRESS_NOT_AVAILABLE'],
    ['ENOTFOUND', 'getaddrinfo', 'HOST_NOT_FOUND'],
    ['EAI_AGAIN', 'getaddrinfo', 'HOST_NOT_FOUND'],
    ['ECONNREFUSED', 'connect', 'HOST_UNREACHABLE'],
    ['ETIMEDOUT', 'connect', 'HOST_UNREACHABLE'],
  ] as const)('%s of %s is %s', (errno, syscall, code) => {
    const error = systemError(errno, syscall, { address: '::1', port: 80 });
    expect(toOperatorError(error, '--http')).toMatchObject({ code, exit: 2 });
    expect(toOperatorError(new AggregateError([error]))).toMatchObject({ code });
  });
});

it('distinguishes a missing program from one that cannot be executed', async () => {
  const failed = async (command: string): Promise<unknown> => {
    const [error] = (await once(spawn(command, []), 'error')) as [Error];
    return error;
  };
  const missing = path.join(folder, 'none');
  expect(toOperatorError(await failed(missing))).toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
  expect(toOperatorError(await failed(path.join(folder, 'file')))).toMatchObject({ code: 'PROGRAM_NOT_EXECUTABLE' });
  expect(toOperatorError(thrownBy(() => execFileSync(missing)))).toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
});

describe('an error of a store', () => {
  const driverError = (code: string, message = 'as the driver says it'): Error =>
    Object.assign(new Error(message), { code });
  const unavailable = (cause: unknown): Error => new StoreUnavailableError('SQLite', { cause });

  it.each([
    ['SQLITE_BUSY', 'STORE_LOCKED'],
    ['SQLITE_BUSY_SNAPSHOT', 'STORE_LOCKED'],
    ['SQLITE_FULL', 'DISK_FULL'],
    ['SQLITE_READONLY_DIRECTORY', 'STORE_READ_ONLY'],
    ['SQLITE_IOERR_WRITE', 'DISK_FAILED'],
    ['SQLITE_CORRUPT', 'STORE_DAMAGED'],
    ['SQLITE_NOTADB', 'STORE_NOT_A_DATABASE'],
    ['SQLITE_CANTOPEN', 'STORE_CANNOT_OPEN'],
    ['28P01', 'STORE_LOGIN_FAILED'],
    ['28000', 'STORE_LOGIN_FAILED'],
    ['3D000', 'STORE_DATABASE_NOT_FOUND'],
    ['42501', 'STORE_ACCESS_DENIED'],
    ['25006', 'STORE_READ_ONLY'],
    ['57P03', 'STORE_UNREACHABLE'],
  ] as const)('%s is %s, however deep it lies', (driverCode, code) => {
    expect(toOperatorError(unavailable(driverError(driverCode)))).toMatchObject({ code, exit: 2 });
    const explained = new Error('/data/state.db is in trouble', { cause: driverError(driverCode) });
    expect(toOperatorError(unavailable(explained))).toMatchObject({
      code,
      message: 'The SQLite store is unavailable: /data/state.db is in trouble.',
    });
  });

  it('is that of the system below it', () => {
    const cause = systemError('ENOTDIR', 'mkdir', { path: '/data/file/x' });
    expect(toOperatorError(unavailable(new Error('/data/file/x/state.db cannot be opened', { cause })))).toMatchObject({
      code: 'PATH_NOT_A_FOLDER',
      message: expect.stringContaining('/data/file/x'),
    });
    const refused = new AggregateError([systemError('ECONNREFUSED', 'connect', { address: '::1', port: 5432 })]);
    expect(toOperatorError(unavailable(refused))).toMatchObject({ code: 'STORE_UNREACHABLE' });
  });

  it('is unreachable if the cause is unknown', () => {
    expect(toOperatorError(unavailable(undefined))).toMatchObject({
      code: 'STORE_UNREACHABLE',
      message: 'The SQLite store is unavailable: it does not respond.',
    });
  });
});

it('keeps the message of errors that are written for operators', () => {
  const problem = { file: '/etc/r.json', line: 2, column: 3, path: '', message: 'unknown key' };
  expect(toOperatorError(new ConfigurationError([problem]))).toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: expect.stringContaining('/etc/r.json:2:3: unknown key'),
  });
  const own = new UsageError('Too many.');
  expect(toOperatorError(own)).toBe(own);
});

it.each([
  ['a plain error', new Error('boom')],
  ['a type error', new TypeError('x is not a function')],
  ['an error of Node about an argument', Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a system error that only a bug can cause', systemError('EBADF', 'read')],
  ['something that is no error', 'boom'],
])('takes %s for a bug', (_, error) => {
  expect(toOperatorError(error)).toBeUndefined();
});

describe('the codes of the command', () => {
  it('are known to explain, and unlike those of any other registry', () => {
    const owners = (code: string) => knownSets.filter(({ definitions }) => Object.hasOwn(definitions, code));
    for (const code of Object.keys(operatorCodes)) {
      expect(owners(code).map(({ namespace }) => namespace)).toEqual(['cli']);
    }
  });

  it('have a hint of one sentence or more, and a message without one', () => {
    for (const { message, hint } of Object.values(operatorCodes)) {
      expect(hint).toMatch(/^.*\.$/u);
      expect(message).not.toMatch(/\.$/u);
    }
  });

  it('are shown below the message, with the hint', () => {
    expect(
      errorText(describeOperatorError(new OperatorError('DISK_FULL', 'Cannot write.', { hint: 'Tidy up.' }))),
    ).toBe('recourse: Cannot write.\n  code  DISK_FULL\n  hint  Tidy up.');
  });
});

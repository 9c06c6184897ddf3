import type { OperatorCode } from './operator-codes.ts';
import { OperatorError } from './operator-error.ts';

/** The option that the address to listen on comes from. */
export type AddressOption = '--http' | '--port';

type Known = readonly [code: OperatorCode, reason: string];

const files: Readonly<Record<string, Known>> = {
  ENOENT: ['PATH_NOT_FOUND', 'there is no such file or directory'],
  ENOTDIR: ['PATH_NOT_A_FOLDER', 'a part of the path is a file, not a folder'],
  EISDIR: ['PATH_IS_A_FOLDER', 'it is a directory'],
  EEXIST: ['FILE_EXISTS', 'it already exists'],
  ELOOP: ['PATH_LOOP', 'too many symbolic links'],
  ENAMETOOLONG: ['PATH_TOO_LONG', 'the name is too long'],
  EACCES: ['FILE_ACCESS_DENIED', 'permission denied'],
  EPERM: ['FILE_ACCESS_DENIED', 'permission denied'],
  EROFS: ['FILE_SYSTEM_READ_ONLY', 'the file system is read-only'],
  ENOSPC: ['DISK_FULL', 'no space left on the disk'],
  EDQUOT: ['DISK_FULL', 'the disk quota is exceeded'],
  EFBIG: ['FILE_TOO_LARGE', 'the file is too large'],
  EMFILE: ['OPEN_FILES_LIMIT', 'this process has too many open files'],
  ENFILE: ['OPEN_FILES_LIMIT', 'this machine has too many open files'],
  EBUSY: ['FILE_IN_USE', 'another process is using it'],
  ETXTBSY: ['FILE_IN_USE', 'another process is using it'],
  EIO: ['DISK_FAILED', 'an input/output error occurred'],
  ENXIO: ['DISK_FAILED', 'the device is not available'],
  ENODEV: ['DISK_FAILED', 'the device is not available'],
  ENOMEM: ['MEMORY_EXHAUSTED', 'there is not enough memory'],
};

const network: Readonly<Record<string, Known>> = {
  ENOTFOUND: ['HOST_NOT_FOUND', 'the host name cannot be resolved'],
  EAI_AGAIN: ['HOST_NOT_FOUND', 'the host name cannot be resolved at the moment'],
  ECONNREFUSED: ['HOST_UNREACHABLE', 'the connection was refused'],
  ECONNRESET: ['HOST_UNREACHABLE', 'the connection was closed'],
  ETIMEDOUT: ['HOST_UNREACHABLE', 'it does not respond'],
  EHOSTUNREACH: ['HOST_UNREACHABLE', 'there is no route to the host'],
  ENETUNREACH: ['HOST_UNREACHABLE', 'there is no route to the network'],
};

const listening: Readonly<Record<string, readonly [OperatorCode, (address: string) => string]>> = {
  EADDRINUSE: ['ADDRESS_IN_USE', (address) => `${address} is already in use.`],
  EACCES: ['ADDRESS_NOT_ALLOWED', (address) => `This user cannot listen on ${address}.`],
  EADDRNOTAVAIL: ['ADDRESS_NOT_AVAILABLE', (address) => `${address} is not an address of this machine.`],
};

/** Names of the operations as a sentence says them; any other is 'use'. */
const verbs: Readonly<Record<string, string>> = {
  open: 'open',
  read: 'read',
  write: 'write',
  fsync: 'write',
  mkdir: 'create the folder',
  mkdtemp: 'create the folder',
  rename: 'replace',
  link: 'create',
  unlink: 'remove',
  rm: 'remove',
  chmod: 'change',
  scandir: 'list',
};

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;

/** Whether a folder was to be created where a file is. */
const isFileInTheWay = ({ code, syscall }: SystemError): boolean => code === 'EEXIST' && syscall === 'mkdir';

/** Why the operating system refused something, in a few words; nothing for an error of another kind. */
export const systemReason = (error: unknown): string | undefined => {
  if (!isSystemError(error)) return undefined;
  if (isFileInTheWay(error)) return files['ENOTDIR']?.[1];
  return (files[error.code ?? ''] ?? network[error.code ?? ''])?.[1];
};

/**
 * An error of the file system, with the path as the operator wrote it: `action` completes 'Cannot …'. Any other error
 * stays as it is.
 */
export const cannot = (action: string, error: unknown): unknown => {
  const known = fromSystemError(error);
  const reason = systemReason(error);
  if (!known || reason === undefined) return error;
  return new OperatorError(known.code, `Cannot ${action}: ${reason}.`, { cause: error });
};

/** An error of the operating system as an operator's; nothing if it can only be a bug. */
export const fromSystemError = (error: unknown, option?: AddressOption): OperatorError | undefined => {
  if (!isSystemError(error)) return undefined;
  const { code = '', syscall = '' } = error;
  if (syscall === 'listen' || code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL') return fromListening(error, option);
  if (syscall.startsWith('spawn')) return fromSpawning(error);
  if (code in network) return fromNetwork(error, option);
  if (syscall === 'uv_cwd') {
    return new OperatorError('PATH_NOT_FOUND', 'The working directory no longer exists.', {
      cause: error,
      hint: 'Change to another folder.',
    });
  }
  if (isFileInTheWay(error)) {
    return new OperatorError('PATH_NOT_A_FOLDER', `Cannot create the folder ${error.path ?? ''}: it is a file.`, {
      cause: error,
    });
  }
  const known = files[code];
  if (!known) return undefined;
  const target = error.path === undefined ? '' : ` ${error.path}`;
  return new OperatorError(known[0], `Cannot ${verbs[syscall] ?? 'use'}${target}: ${known[1]}.`, { cause: error });
};

const fromListening = (error: SystemError, option: AddressOption | undefined): OperatorError | undefined => {
  const known = listening[error.code ?? ''];
  if (!known) return undefined;
  const { address = '', port } = error;
  const shown =
    port === undefined || port < 0 ? address : `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return new OperatorError(known[0], known[1](shown), { cause: error, hint: hintFor(known[0], option) });
};

/** The hint of a code about addresses, with the option to change. */
const hintFor = (code: OperatorCode, option: AddressOption | undefined): string | undefined => {
  if (option === undefined) return undefined;
  if (code === 'ADDRESS_IN_USE') return `Stop the other program, or choose another port with ${option}.`;
  if (code === 'ADDRESS_NOT_ALLOWED') return `Choose a port above 1023 with ${option}.`;
  return option === '--http' ? 'Pass another address with --http, such as 127.0.0.1:8788.' : undefined;
};

const fromSpawning = (error: SystemError): OperatorError | undefined => {
  const program = error.path ?? error.syscall?.replace(/^spawn /u, '') ?? '';
  if (error.code === 'ENOENT') {
    return new OperatorError('PROGRAM_NOT_FOUND', `Cannot find the program '${program}'.`, { cause: error });
  }
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'ENOEXEC') {
    return new OperatorError('PROGRAM_NOT_EXECUTABLE', `Cannot execute '${program}'.`, { cause: error });
  }
  const known = files[error.code ?? ''];
  return known && new OperatorError(known[0], `Cannot start '${program}': ${known[1]}.`, { cause: error });
};

const fromNetwork = (error: SystemError, option: AddressOption | undefined): OperatorError | undefined => {
  const known = network[error.code ?? ''];
  if (!known) return undefined;
  const { hostname, address, port } = error;
  const host = hostname ?? (address === undefined ? 'The host' : port === undefined ? address : `${address}:${port}`);
  return new OperatorError(known[0], `${host}: ${known[1]}.`, { cause: error, hint: hintFor(known[0], option) });
};

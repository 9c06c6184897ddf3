import type { Category, Recovery } from '@recourse/contract';
import type { ExitName } from '../exit-statuses.ts';

/** The fixed properties of one of the command's own codes. */
export interface OperatorCodeRow {
  readonly category: Category;
  readonly recovery: Recovery;
  /** Whether the same command line can succeed later. */
  readonly retryable: boolean;
  readonly message: string;
  /** What to do, unless the place that raises the error knows better. */
  readonly hint: string;
  /** Defaults to `usage`. */
  readonly exit?: ExitName;
}

type Rows = Readonly<Record<string, OperatorCodeRow>>;

const fix = { category: 'validation', recovery: 'fix_input', retryable: false } as const;
const absent = { category: 'not_found', recovery: 'fix_input', retryable: false } as const;
const state = { category: 'conflict', recovery: 'change_state', retryable: true } as const;
const rights = { category: 'permission', recovery: 'authorize', retryable: false } as const;
const remote = { category: 'upstream', recovery: 'retry', retryable: true } as const;

/**
 * Every error that an operator can cause or fix, and the one for bugs. The registry `cli` is made of these rows; they
 * are kept apart from it, so that an error can be told without loading the contract.
 */
// A table reads by the row:
// prettier-ignore
export const operatorCodes = {
  COMMAND_LINE_INVALID: { ...fix, message: 'The command line is wrong', hint: "Run 'recourse --help' to see the usage." },
  PATH_NOT_FOUND: { ...absent, message: 'There is no such file or directory', hint: 'Check the path.' },
  PATH_NOT_A_FOLDER: { ...fix, message: 'A part of the path is a file, not a folder', hint: 'Choose another path, or remove the file.' },
  PATH_IS_A_FOLDER: { ...fix, message: 'The path is a folder, not a file', hint: 'Pass the path of a file.' },
  PATH_LOOP: { ...fix, message: 'The path has too many symbolic links', hint: 'Remove the link that points back to itself, or choose another path.' },
  PATH_TOO_LONG: { ...fix, message: 'The path is too long', hint: 'Choose a shorter path.' },
  FILE_ACCESS_DENIED: { ...rights, message: 'This user has no permission to access the path', hint: 'Grant this user access to the path, or choose another path.' },
  FILE_SYSTEM_READ_ONLY: { ...state, message: 'The file system is read-only', hint: 'Choose a path on a writable file system.' },
  FILE_EXISTS: { ...fix, message: 'The file already exists', hint: 'Choose another path, or remove the file.' },
  FILE_TOO_LARGE: { ...fix, message: 'The file is too large', hint: 'Use a smaller file.' },
  FILE_IN_USE: { ...state, message: 'Another process is using the file', hint: 'Wait until the other process has finished.' },
  FILE_INVALID: { ...fix, message: 'The content of the file is invalid', hint: 'Correct the file.' },
  FILE_CHANGED: { ...state, message: 'The file was changed while the command was running', hint: 'Run the command again.' },
  DISK_FULL: { ...state, message: 'The disk is full', hint: 'Free some disk space, then run the command again.' },
  DISK_FAILED: { ...state, message: 'Reading from or writing to the disk failed', hint: 'Check the disk and the file system.' },
  OPEN_FILES_LIMIT: { ...state, message: 'Too many files are open', hint: "Raise the limit on open files with 'ulimit -n'." },
  MEMORY_EXHAUSTED: { ...state, message: 'There is not enough memory', hint: 'Free some memory, then run the command again.' },
  ADDRESS_IN_USE: { ...state, exit: 'addressInUse', message: 'Another program is listening on the address', hint: 'Stop the other program, or choose another port.' },
  ADDRESS_NOT_ALLOWED: { ...rights, message: 'This user cannot listen on the address', hint: 'Choose a port above 1023.' },
  ADDRESS_NOT_AVAILABLE: { ...fix, message: 'The address does not belong to this machine', hint: 'Listen on 127.0.0.1, or on another address of this machine.' },
  HOST_NOT_FOUND: { ...absent, message: 'The host name cannot be resolved', hint: 'Check the spelling of the host name and the network connection.' },
  HOST_UNREACHABLE: { ...remote, message: 'The host does not respond', hint: 'Check that the server is running and that the network works.' },
  PROGRAM_NOT_FOUND: { ...absent, message: 'The program cannot be found', hint: 'Check the name of the program, and install it if it is missing.' },
  PROGRAM_NOT_EXECUTABLE: { ...rights, message: 'The program cannot be executed', hint: 'Check that the path is an executable file, and that this user can execute it.' },
  SERVER_UNREACHABLE: { ...remote, exit: 'gaveUp', message: 'The server cannot be reached', hint: 'Check the address, and that the server is running.' },
  SERVER_INVALID: { ...fix, message: 'The server does not behave like an MCP server', hint: 'Check that the address or the command belongs to an MCP server.' },
  SERVER_SETTINGS_INVALID: { ...fix, message: 'The server cannot start with these settings', hint: 'Correct the setting given in the message.' },
  KEY_REFUSED: { ...rights, exit: 'needsPerson', message: 'The server requires a key that allows the call', hint: 'Put such a key into an environment variable, and pass the name of the variable with --bearer.' },
  KEY_MISSING: { ...fix, message: 'The environment variable for the key is not set or is empty', hint: 'Set the environment variable to the key.' },
  KEY_INVALID: { ...fix, message: 'The sealing key cannot be used', hint: "Set RECOURSE_KEY to a key; 'openssl rand -base64 32' creates one." },
  CONFIGURATION_INVALID: { ...fix, message: 'The configuration is invalid', hint: 'Correct the configuration file, or pass another one with --config.' },
  APPROVAL_LOCAL_REFUSED: { ...rights, exit: 'needsPerson', message: 'Approvals from the command line are not accepted', hint: 'Approve over HTTP with the key of an approver, or set approvals.local to true in recourse.config.json.' },
  CLIENT_UNSUPPORTED: { ...fix, message: 'The client does not support entries for running servers', hint: 'Omit --http, so that the client starts the server.' },
  MODULE_NOT_FOUND: { ...absent, message: 'There is no such module', hint: 'Check the path, and build the module first if necessary.' },
  MODULE_FAILED: { ...fix, message: 'The module failed to load or to start', hint: 'Correct the module, and install the packages that it imports.' },
  MODULE_INVALID: { ...fix, message: 'The module lacks a required export', hint: 'Correct the exports of the module.' },
  DOCUMENT_INVALID: { ...fix, exit: 'findings', message: 'The OpenAPI document cannot be used', hint: 'Correct the document, or exclude operations with --exclude.' },
  ADAPTER_INVALID: { ...fix, exit: 'findings', message: 'An adapter file cannot be served', hint: "Correct the problems above; 'recourse aql check' lists them again." },
  STORE_SETTINGS_INVALID: { ...fix, message: 'The settings for the store are invalid', hint: 'Set RECOURSE_DATABASE_URL, or pass --store postgres://user@host/database.' },
  STORE_IN_MEMORY: { ...fix, message: 'The store is in memory only', hint: "Set the store to 'sqlite' or 'postgres' in recourse.config.json." },
  STORE_NOT_FOUND: { ...state, category: 'not_found', message: 'There is no store yet', hint: "Start a server here, or run 'recourse store migrate' to create it." },
  STORE_FOREIGN: { ...fix, message: 'The database belongs to another program', hint: 'Choose another store with --store.' },
  STORE_OUTDATED: { ...state, message: 'The store has an older version', hint: "Stop servers of older versions, then run 'recourse store migrate'." },
  STORE_NEWER: { ...fix, message: 'The store was written by a newer version', hint: 'Use a newer Recourse, or choose another store with --store.' },
  STORE_LOCKED: { ...state, recovery: 'wait', message: 'Another process holds the write lock of the store', hint: 'Wait until the other process has finished, or stop it.' },
  STORE_NOT_A_DATABASE: { ...fix, message: 'The file is not a database', hint: 'Choose another file with --store.' },
  STORE_DAMAGED: { ...state, message: 'The database is damaged', hint: 'Restore the database from a backup, or choose another store with --store.' },
  STORE_READ_ONLY: { ...rights, message: 'The store cannot be written to', hint: 'Grant this user write permission for the store and, with SQLite, for its folder.' },
  STORE_CANNOT_OPEN: { ...fix, message: 'The store cannot be opened', hint: 'Check that the path is a regular file that this user can read and write.' },
  STORE_UNREACHABLE: { ...remote, message: 'The database does not respond', hint: 'Check the host and the port, and that the database server is running.' },
  STORE_LOGIN_FAILED: { ...rights, message: 'The database rejects the user or the password', hint: 'Correct the user and the password in RECOURSE_DATABASE_URL or --store.' },
  STORE_DATABASE_NOT_FOUND: { ...absent, message: 'There is no such database', hint: 'Create the database, or correct its name in RECOURSE_DATABASE_URL or --store.' },
  STORE_ACCESS_DENIED: { ...rights, message: 'The database user lacks a required permission', hint: 'Grant the user the right to create and use the schema.' },
  GIT_NOT_USABLE: { ...state, message: 'git is missing or too old', hint: 'Install git 2.38 or newer.' },
  FORGE_DATA_IN_USE: { ...state, message: 'Another forge is using the data directory', hint: 'Stop the other forge, or choose another directory with --data.' },
  FORGE_SEED_INVALID: { ...fix, message: 'The seed is invalid', hint: 'Correct the file passed with --seed.' },
  BUG: { category: 'internal', recovery: 'report', retryable: false, exit: 'bug', message: 'recourse failed', hint: 'Report this bug in recourse, with the command line that you used.' },
} as const satisfies Rows;

export type OperatorCode = keyof typeof operatorCodes;

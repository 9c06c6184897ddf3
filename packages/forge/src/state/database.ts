import Libsql from 'libsql';

export type Cell = string | number | null;

/** Another forge holds this data directory. */
export class DataDirectoryBusy extends Error {
  override readonly name = 'DataDirectoryBusy';

  constructor(file: string) {
    super(`Another forge is using ${file}. Stop it, or choose another data directory.`);
  }
}

/**
 * The forge's own state. The file is held exclusively: the lock dies with the process, so that it tells a second
 * forge to keep out and lets a restarted one in, also after kill -9.
 */
export class Database {
  readonly #connection: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement>();

  constructor(file: string) {
    this.#connection = new Libsql(file);
    try {
      this.#connection.exec('PRAGMA locking_mode = EXCLUSIVE');
      this.#connection.exec('PRAGMA busy_timeout = 2000');
      this.#connection.pragma('journal_mode = WAL');
      this.#connection.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    } catch (error) {
      this.#connection.close();
      if (isBusy(error)) throw new DataDirectoryBusy(file);
      throw error;
    }
  }

  script(sql: string): void {
    this.#connection.exec(sql);
  }

  rows(sql: string, cells: readonly Cell[]): Record<string, Cell>[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- SQLite has no other kinds of cells in STRICT tables
    return this.#prepare(sql).all(...cells) as Record<string, Cell>[];
  }

  run(sql: string, cells: readonly Cell[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...cells);
    return { changes, id: Number(lastInsertRowid) };
  }

  transaction<T>(work: () => T): T {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * The driver keeps the file open until its statements are collected, so that the lock is given up by hand. A lock
   * that was taken before the write-ahead log can only be given up after it.
   */
  close(): void {
    this.#statements.clear();
    this.#connection.pragma('journal_mode = DELETE');
    this.#connection.exec('PRAGMA locking_mode = NORMAL');
    this.#connection.exec('SELECT count(*) FROM sqlite_master');
    this.#connection.close();
  }

  #prepare(sql: string): Libsql.Statement {
    const known = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** A row with the same key is already there. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_CONSTRAINT');
}

function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

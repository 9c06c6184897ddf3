import Libsql from 'libsql';

export type Cell = string | number | null | Uint8Array;

/** One connection. Statements are prepared once and kept. */
export class Connection {
  readonly file: string;
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement>();

  constructor(file: string) {
    this.file = file;
    this.#database = new Libsql(file);
  }

  script(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Every row, read to the end: a statement that stops at its first row stays open in this driver, and with it an old
   * view of the database.
   */
  rows<Row>(sql: string, ...cells: readonly Cell[]): readonly Row[] {
    return this.#prepare(sql).all(...cells) as Row[];
  }

  row<Row>(sql: string, ...cells: readonly Cell[]): Row | undefined {
    return this.rows<Row>(sql, ...cells)[0];
  }

  /** Runs a statement that returns no rows, and answers how many it has changed. */
  run(sql: string, ...cells: readonly Cell[]): number {
    return this.#prepare(sql).run(...cells).changes;
  }

  /** Inserts one row, and answers its number. */
  insert(sql: string, ...cells: readonly Cell[]): number {
    return Number(this.#prepare(sql).run(...cells).lastInsertRowid);
  }

  rollback(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Libsql.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Blobs come as what the driver likes best. */
export const bufferOf = (cell: ArrayBuffer | Uint8Array): Buffer =>
  cell instanceof ArrayBuffer ? Buffer.from(cell) : Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength);

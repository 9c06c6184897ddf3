import Libsql from 'libsql';

export type Cell = string | number | null | Uint8Array;

/** Few sizes, so that few statements are prepared. */
const rowsAtOnce = [32, 8, 2, 1];

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

  /**
   * Inserts rows whose cells are given one after the other, and returns how many were inserted. Each statement inserts
   * many rows, because most of the cost of an insertion is the call into the driver.
   */
  insertAll(into: string, columns: number, cells: readonly Cell[]): number {
    let inserted = 0;
    for (let at = 0; at < cells.length;) {
      const left = (cells.length - at) / columns;
      const rows = rowsAtOnce.find((many) => many <= left) ?? 1;
      const place = `(${Array(columns).fill('?').join(',')})`;
      const sql = `${into} VALUES ${Array(rows).fill(place).join(',')}`;
      inserted += this.run(sql, ...cells.slice(at, at + rows * columns));
      at += rows * columns;
    }
    return inserted;
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

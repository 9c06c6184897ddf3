import type { Cell, Database } from './database.ts';

/** The name of a table, its CREATE statement, and the columns of types that SQLite lacks. */
export interface TableShape<Row> {
  readonly name: string;
  readonly create: string;
  readonly booleans?: readonly (keyof Row & string)[];
  readonly json?: readonly (keyof Row & string)[];
}

export interface ListOptions {
  /** A column, with `-` in front for the last first. */
  readonly order?: string;
  readonly limit?: number;
  readonly skip?: number;
}

/** Rows by equality of columns: all that the forge asks of its database. Column names come from the code only. */
export class Table<Row extends { readonly id: number }> {
  readonly #database: Database;
  readonly #shape: TableShape<Row>;

  constructor(database: Database, shape: TableShape<Row>) {
    this.#database = database;
    this.#shape = shape;
  }

  insert(values: Omit<Row, 'id'>): Row {
    return this.get(this.#insert(values));
  }

  /** Inserts a row whose id is that of a row elsewhere. */
  add(row: Row): Row {
    return this.get(this.#insert(row));
  }

  #insert(values: object): number {
    const entries = Object.entries(values);
    const columns = entries.map(([column]) => `"${column}"`).join(', ');
    const marks = entries.map(() => '?').join(', ');
    const { id } = this.#database.run(
      `INSERT INTO ${this.#shape.name} (${columns}) VALUES (${marks})`,
      entries.map(([, value]) => toCell(value)),
    );
    return id;
  }

  update(id: number, values: Partial<Omit<Row, 'id'>>): Row {
    const entries = Object.entries(values);
    const sets = entries.map(([column]) => `"${column}" = ?`).join(', ');
    if (entries.length > 0)
      this.#database.run(`UPDATE ${this.#shape.name} SET ${sets} WHERE id = ?`, [
        ...entries.map(([, value]) => toCell(value)),
        id,
      ]);
    return this.get(id);
  }

  /** The row of an id that the forge itself stored. */
  get(id: number): Row {
    const row = this.#select('WHERE id = ?', [id])[0];
    if (row === undefined) throw new Error(`no row ${id} in ${this.#shape.name}`);
    return row;
  }

  find(where: Partial<Row>): Row | undefined {
    return this.list(where, { limit: 1 })[0];
  }

  list(where: Partial<Row>, options: ListOptions = {}): Row[] {
    const [condition, cells] = conditionOf(where);
    const order = options.order ?? 'id';
    const by = order.startsWith('-') ? `"${order.slice(1)}" DESC, id DESC` : `"${order}", id`;
    const page = options.limit === undefined ? '' : ` LIMIT ${options.limit} OFFSET ${options.skip ?? 0}`;
    return this.#select(`${condition} ORDER BY ${by}${page}`, cells);
  }

  count(where: Partial<Row>): number {
    const [condition, cells] = conditionOf(where);
    return Number(this.#database.rows(`SELECT count(*) AS n FROM ${this.#shape.name} ${condition}`, cells)[0]?.['n']);
  }

  delete(where: Partial<Row>): number {
    const [condition, cells] = conditionOf(where);
    return this.#database.run(`DELETE FROM ${this.#shape.name} ${condition}`, cells).changes;
  }

  #select(rest: string, cells: readonly Cell[]): Row[] {
    return this.#database.rows(`SELECT * FROM ${this.#shape.name} ${rest}`, cells).map((cellsOfRow) => {
      const row: Record<string, unknown> = cellsOfRow;
      for (const column of this.#shape.booleans ?? []) row[column] = row[column] === 1;
      for (const column of this.#shape.json ?? []) row[column] = JSON.parse(String(row[column]));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape and the row type stand side by side
      return row as unknown as Row;
    });
  }
}

function conditionOf(where: object): [string, Cell[]] {
  const entries = Object.entries(where);
  if (entries.length === 0) return ['', []];
  const parts = entries.map(([column]) => `"${column}" IS ?`);
  return [`WHERE ${parts.join(' AND ')}`, entries.map(([, value]) => toCell(value))];
}

function toCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

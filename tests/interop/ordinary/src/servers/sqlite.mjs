import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sqlite3 from 'sqlite3';
import { programOf } from '../lab.mjs';

const name = 'mcp-sqlite';
const driver = fileURLToPath(new URL('sqlite-driver.cjs', import.meta.url));
const schema = `
  CREATE TABLE person (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INTEGER CHECK (age >= 0)
  );
  INSERT INTO person (name, age) VALUES ('Ada', 36), ('Wim', 41);
  CREATE TABLE visit (id INTEGER PRIMARY KEY AUTOINCREMENT, who TEXT, at TEXT);
`;

/** A database of two tables. Nothing in it is annotated: to a client every tool writes. */
export const sqlite = {
  name,
  createWorld: async (folder) => {
    const file = path.join(folder, 'people.db');
    await exec(file, schema);
    const world = { file, close: () => world.unlock?.() };
    return world;
  },
  launch: ({ file }) => ({
    args: ['--no-warnings', '--require', driver, programOf(name, 'mcp-sqlite-server.js'), file],
  }),
  snapshot: async ({ file }) => ({
    tables: await all(file, 'SELECT name, sql FROM sqlite_master ORDER BY name'),
    people: await all(file, 'SELECT * FROM person ORDER BY id').catch((error) => error.message),
    visits: await all(file, 'SELECT * FROM visit ORDER BY id').catch((error) => error.message),
  }),
  normalise: (text) => text.replaceAll(/\w{3} \w{3} \d\d \d{4} [\d:]+ GMT[^"\\]*/g, '<varies>'),
  writes: ['query', 'create_record', 'update_records', 'delete_records'],
  well: {
    db_info: {},
    query: { sql: "INSERT INTO visit (who, at) VALUES ('Ada', ?)", values: ['today'] },
    list_tables: {},
    get_table_schema: { tableName: 'person' },
    create_record: { table: 'visit', data: { who: 'Wim', at: 'today' } },
    read_records: { table: 'person', conditions: { name: 'Ada' } },
    update_records: { table: 'person', data: { age: 37 }, conditions: { name: 'Ada' } },
    delete_records: { table: 'person', conditions: { name: 'Wim' } },
  },
  /** Values for the arguments of the sweep, by argument name; with a star, names of members of the argument. */
  values: {
    table: ['person', 'visit', 'persons'],
    tableName: ['person', 'visit', 'persons'],
    'data*': ['name', 'age', 'who', 'title'],
    'conditions*': ['name', 'age', 'who', 'title'],
    sql: [
      'SELECT * FROM person',
      "INSERT INTO visit (who) VALUES ('Eve')",
      'INSERT INTO visit (who) VALUES (?)',
      'UPDATE person SET age = age + 1',
      'DELETE FROM visit WHERE id = 1',
      'SELECT * FROM persons',
      'INSERT INTO person (name) VALUES (?)',
    ],
  },
  badly: [
    { case: 'missing argument', tool: 'create_record', arguments: { table: 'visit' } },
    { case: 'wrong type', tool: 'query', arguments: { sql: 7 } },
    { case: 'a number as a text', tool: 'read_records', arguments: { table: 'person', limit: '1' } },
    { case: 'unknown argument', tool: 'read_records', arguments: { table: 'person', order: 'name' } },
    { case: 'unknown tool', tool: 'drop_table', arguments: { table: 'person' } },
    { case: 'no such table', tool: 'read_records', arguments: { table: 'persons' } },
    { case: 'no such table to write to', tool: 'create_record', arguments: { table: 'visits', data: { who: 'x' } } },
    { case: 'no such table in SQL', tool: 'query', arguments: { sql: 'SELECT * FROM persons' } },
    { case: 'no such column', tool: 'create_record', arguments: { table: 'visit', data: { whom: 'x' } } },
    { case: 'no such column in SQL', tool: 'query', arguments: { sql: 'SELECT title FROM person' } },
    { case: 'no SQL', tool: 'query', arguments: { sql: 'SELEC 1' } },
    { case: 'a name that is taken', tool: 'create_record', arguments: { table: 'person', data: { name: 'Ada' } } },
    { case: 'a value that must be there', tool: 'create_record', arguments: { table: 'person', data: { age: 1 } } },
    {
      case: 'a value out of range',
      tool: 'update_records',
      arguments: { table: 'person', data: { age: -1 }, conditions: { name: 'Ada' } },
    },
    {
      case: 'the second of two rows is refused',
      tool: 'query',
      arguments: { sql: "INSERT INTO person (name) VALUES ('Eve'), ('Ada')" },
    },
    { case: 'too many values', tool: 'query', arguments: { sql: 'SELECT ?', values: [1, 2] } },
    { case: 'a table that exists', tool: 'query', arguments: { sql: 'CREATE TABLE person (id)' } },
    { case: 'no conditions', tool: 'delete_records', arguments: { table: 'person', conditions: {} } },
    {
      case: 'nothing to update',
      tool: 'update_records',
      arguments: { table: 'person', data: { age: 1 }, conditions: { name: 'Nobody' } },
    },
    {
      case: 'a database that somebody else writes to',
      tool: 'create_record',
      arguments: { table: 'visit', data: { who: 'Wim' } },
      before: lock,
    },
  ],
};

const open = (file) =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(database)));
  });

const done = (run) => new Promise((resolve, reject) => run((error, rows) => (error ? reject(error) : resolve(rows))));

const all = async (file, sql) => {
  const database = await open(file);
  try {
    return await done((callback) => database.all(sql, callback));
  } finally {
    await done((callback) => database.close(callback));
  }
};

const exec = async (file, sql) => {
  const database = await open(file);
  await done((callback) => database.exec(sql, callback));
  await done((callback) => database.close(callback));
};

/** Another connection holds the write lock until the world is closed, or unlocked. */
export async function lock(world, how = 'BEGIN IMMEDIATE') {
  const database = await open(world.file);
  await done((callback) => database.exec(how, callback));
  world.unlock = async () => {
    world.unlock = undefined;
    await done((callback) => database.exec('ROLLBACK', callback));
    await done((callback) => database.close(callback));
  };
}

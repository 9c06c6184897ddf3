import { lock, sqlite } from '../../servers/sqlite.mjs';
import { corrected, exists, lost, missing, noTool, notFound, refused, rejected, retried, told, unavailable, wrongType } from '../case.mjs'; // prettier-ignore

/** Another connection holds the database; it lets go when the client waits. */
const locked = async ({ world, onWait }) => {
  await lock(world, 'BEGIN EXCLUSIVE');
  onWait(() => world.unlock?.());
};

export const sqliteCalls = {
  server: sqlite,
  calls: [
    corrected(missing, 'read_records', { tabel: 'person' }, { table: 'person' }),
    corrected(wrongType, 'read_records', { table: 'person', limit: '1' }, { table: 'person', limit: 1 }),
    corrected(missing, 'get_table_schema', { table_name: 'person' }, { tableName: 'person' }),
    corrected(missing, 'query', { SQL: 'SELECT 1' }, { sql: 'SELECT 1' }),
    corrected(wrongType, 'create_record', { table: 'visit', data: '{"who":"Ada"}' }, { table: 'visit', data: { who: 'Ada' } }), // prettier-ignore
    refused(missing, 'create_record', { table: 'visit' }),
    refused(wrongType, 'create_record', { table: 'visit', data: 'Ada' }),
    refused(missing, 'update_records', { table: 'person' }),
    refused(noTool, 'drop_table', { table: 'person' }),
    refused(noTool, 'create_records', { table: 'person', data: {} }),
    told(notFound, 'read_records', { table: 'persons' }),
    told(notFound, 'create_record', { table: 'visits', data: { who: 'x' } }),
    told(notFound, 'query', { sql: 'SELECT * FROM persons' }),
    told(notFound, 'create_record', { table: 'visit', data: { whom: 'x' } }),
    told(notFound, 'query', { sql: 'SELECT title FROM person' }),
    told(rejected, 'query', { sql: 'SELEC 1' }),
    told(exists, 'create_record', { table: 'person', data: { name: 'Ada' } }),
    told(exists, 'query', { sql: 'CREATE TABLE person (id)' }),
    told(rejected, 'create_record', { table: 'person', data: { age: 1 } }),
    told(rejected, 'update_records', { table: 'person', data: { age: -1 }, conditions: { name: 'Ada' } }),
    told(rejected, 'query', { sql: 'SELECT ?', values: [1, 2] }),
    told(unavailable, 'create_record', { table: 'visit', data: { who: 'Wim' } }, lock),
    retried(unavailable, 'read_records', { table: 'person' }, locked),
    retried(lost, 'list_tables', {}, ({ tape }) => tape.faults.push('swallow')),
  ],
};

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { programOf } from '../lab.mjs';

const name = '@modelcontextprotocol/server-memory';
const ada = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
const wim = { name: 'Wim', entityType: 'person', observations: ['reads them'] };
const knows = { from: 'Ada', to: 'Wim', relationType: 'knows' };
const line = (type, item) => JSON.stringify({ type, ...item });

/** A graph in a file of lines. */
export const memory = {
  name,
  createWorld: async (folder) => {
    const file = path.join(folder, 'memory.jsonl');
    await writeFile(file, [line('entity', ada), line('entity', wim), line('relation', knows)].join('\n'));
    return { file };
  },
  launch: ({ file }) => ({ args: [programOf(name, 'dist/index.js')], env: { MEMORY_FILE_PATH: file } }),
  snapshot: ({ file }) => readFile(file, 'utf8').catch((error) => error.code),
  writes: [
    'create_entities',
    'create_relations',
    'add_observations',
    'delete_entities',
    'delete_observations',
    'delete_relations',
  ],
  well: {
    create_entities: { entities: [{ name: 'Eve', entityType: 'person', observations: [] }] },
    create_relations: { relations: [{ from: 'Wim', to: 'Ada', relationType: 'asks' }] },
    add_observations: { observations: [{ entityName: 'Ada', contents: ['rides a bicycle'] }] },
    delete_entities: { entityNames: ['Wim'] },
    delete_observations: { deletions: [{ entityName: 'Ada', observations: ['writes programs'] }] },
    delete_relations: { relations: [knows] },
    read_graph: {},
    search_nodes: { query: 'programs' },
    open_nodes: { names: ['Ada'] },
  },
  /** Values for the arguments of the sweep, by argument name. */
  values: Object.fromEntries(
    ['name', 'names', 'entityName', 'entityNames', 'from', 'to', 'query'].map((name) => [
      name,
      ['Ada', 'Wim', 'Eve', 'Nobody'],
    ]),
  ),
  badly: [
    { case: 'missing argument', tool: 'create_entities', arguments: {} },
    { case: 'wrong type', tool: 'search_nodes', arguments: { query: 7 } },
    { case: 'a text where a list is wanted', tool: 'delete_entities', arguments: { entityNames: 'Ada' } },
    { case: 'missing field inside', tool: 'create_entities', arguments: { entities: [{ name: 'Eve' }] } },
    { case: 'unknown argument', tool: 'search_nodes', arguments: { query: 'Ada', limit: 1 } },
    { case: 'unknown tool', tool: 'create_entity', arguments: {} },
    { case: 'an entity that exists already', tool: 'create_entities', arguments: { entities: [ada] } },
    { case: 'a relation that exists already', tool: 'create_relations', arguments: { relations: [knows] } },
    {
      case: 'an entity that does not exist',
      tool: 'add_observations',
      arguments: { observations: [{ entityName: 'Nobody', contents: ['x'] }] },
    },
    {
      case: 'the second of two does not exist',
      tool: 'add_observations',
      arguments: {
        observations: [
          { entityName: 'Ada', contents: ['x'] },
          { entityName: 'Nobody', contents: ['x'] },
        ],
      },
    },
    { case: 'nothing to delete', tool: 'delete_entities', arguments: { entityNames: ['Nobody'] } },
    { case: 'nothing found', tool: 'open_nodes', arguments: { names: ['Nobody'] } },
    {
      case: 'a memory file that is not JSON',
      tool: 'read_graph',
      arguments: {},
      before: ({ file }) => writeFile(file, 'not JSON'),
    },
    {
      case: 'a write to a memory file that is not JSON',
      tool: 'create_entities',
      arguments: { entities: [ada] },
      before: ({ file }) => writeFile(file, 'not JSON'),
    },
    {
      case: 'a folder in place of the memory file',
      tool: 'create_entities',
      arguments: { entities: [ada] },
      before: async ({ file }) => {
        await rm(file);
        await mkdir(file);
      },
    },
  ],
};

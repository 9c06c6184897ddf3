import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { programOf } from '../lab.mjs';

const name = '@modelcontextprotocol/server-filesystem';

/** Files in a folder that the server may use, and one beside it that it may not. */
export const filesystem = {
  name,
  createWorld: async (folder) => {
    const root = path.join(folder, 'root');
    await mkdir(path.join(root, 'folder'), { recursive: true });
    await mkdir(path.join(folder, 'outside'));
    await writeFile(path.join(folder, 'outside', 'secret.txt'), 'secret');
    await writeFile(path.join(root, 'notes.txt'), 'one\ntwo\nthree\n');
    await writeFile(path.join(root, 'folder', 'inner.txt'), 'inner\n');
    await writeFile(path.join(root, 'picture.png'), Buffer.from([137, 80, 78, 71]));
    await symlink(path.join(folder, 'outside'), path.join(root, 'way-out'));
    return { folder, root };
  },
  launch: ({ root }) => ({ args: [programOf(name, 'dist/index.js'), root] }),
  snapshot: ({ folder }) => listed(folder),
  normalise: (text) => text.replaceAll(/\w{3} \w{3} \d\d \d{4} [\d:]+ GMT[^"\\]*|[0-9a-f]{32}(?=\.tmp)/g, '<varies>'),
  writes: ['write_file', 'edit_file', 'create_directory', 'move_file'],
  arguments: (args, { root }) => JSON.parse(JSON.stringify(args).replaceAll('ROOT', root)),
  well: {
    read_file: { path: 'ROOT/notes.txt' },
    read_text_file: { path: 'ROOT/notes.txt', head: 2 },
    read_media_file: { path: 'ROOT/picture.png' },
    read_multiple_files: { paths: ['ROOT/notes.txt', 'ROOT/folder/inner.txt'] },
    write_file: { path: 'ROOT/new.txt', content: 'new' },
    edit_file: { path: 'ROOT/notes.txt', edits: [{ oldText: 'two', newText: 'two and two' }] },
    create_directory: { path: 'ROOT/fresh/deeper' },
    list_directory: { path: 'ROOT' },
    list_directory_with_sizes: { path: 'ROOT', sortBy: 'size' },
    directory_tree: { path: 'ROOT/folder' },
    move_file: { source: 'ROOT/notes.txt', destination: 'ROOT/moved.txt' },
    search_files: { path: 'ROOT', pattern: '**/*.txt' },
    get_file_info: { path: 'ROOT/picture.png' },
    list_allowed_directories: {},
  },
  /** Values for the arguments of the sweep, by argument name. */
  values: {
    ...Object.fromEntries(
      ['path', 'paths', 'source', 'destination'].map((name) => [
        name,
        [
          'ROOT/notes.txt',
          'ROOT/folder',
          'ROOT/folder/inner.txt',
          'ROOT',
          'ROOT/new.txt',
          'ROOT/none/new.txt',
          'ROOT/../outside/secret.txt',
          'ROOT/way-out/secret.txt',
          '',
        ],
      ]),
    ),
    oldText: ['one', 'two', 'inner', 'nowhere', ''],
    newText: ['one', '1', ''],
    pattern: ['**/*.txt', '*', '['],
  },
  badly: [
    { case: 'missing argument', tool: 'write_file', arguments: { path: 'ROOT/new.txt' } },
    { case: 'wrong type', tool: 'read_text_file', arguments: { path: 7 } },
    { case: 'a number as a text', tool: 'read_text_file', arguments: { path: 'ROOT/notes.txt', head: '2' } },
    { case: 'unknown argument', tool: 'list_directory', arguments: { path: 'ROOT', depth: 3 } },
    { case: 'value not allowed', tool: 'list_directory_with_sizes', arguments: { path: 'ROOT', sortBy: 'date' } },
    { case: 'unknown tool', tool: 'delete_file', arguments: { path: 'ROOT/notes.txt' } },
    { case: 'no such file', tool: 'read_text_file', arguments: { path: 'ROOT/nothing.txt' } },
    { case: 'no such file to edit', tool: 'edit_file', arguments: { path: 'ROOT/nothing.txt', edits: [] } },
    { case: 'a path outside', tool: 'read_text_file', arguments: { path: 'ROOT/../outside/secret.txt' } },
    { case: 'a write outside', tool: 'write_file', arguments: { path: 'ROOT/../outside/new.txt', content: 'x' } },
    { case: 'a link that leads outside', tool: 'read_text_file', arguments: { path: 'ROOT/way-out/secret.txt' } },
    { case: 'a folder read as a file', tool: 'read_text_file', arguments: { path: 'ROOT/folder' } },
    { case: 'a file listed as a folder', tool: 'list_directory', arguments: { path: 'ROOT/notes.txt' } },
    { case: 'a folder overwritten by a file', tool: 'write_file', arguments: { path: 'ROOT/folder', content: 'x' } },
    { case: 'no such folder', tool: 'write_file', arguments: { path: 'ROOT/none/new.txt', content: 'x' } },
    { case: 'a folder where a file is', tool: 'create_directory', arguments: { path: 'ROOT/notes.txt' } },
    {
      case: 'arguments that exclude each other',
      tool: 'read_text_file',
      arguments: { path: 'ROOT/notes.txt', head: 1, tail: 1 },
    },
    {
      case: 'text to replace is not there',
      tool: 'edit_file',
      arguments: { path: 'ROOT/notes.txt', edits: [{ oldText: 'four', newText: 'five' }] },
    },
    {
      case: 'the second of two edits fails',
      tool: 'edit_file',
      arguments: {
        path: 'ROOT/notes.txt',
        edits: [
          { oldText: 'one', newText: '1' },
          { oldText: 'four', newText: '4' },
        ],
      },
    },
    {
      case: 'the destination exists',
      tool: 'move_file',
      arguments: { source: 'ROOT/notes.txt', destination: 'ROOT/picture.png' },
    },
    {
      case: 'nothing to move',
      tool: 'move_file',
      arguments: { source: 'ROOT/none.txt', destination: 'ROOT/other.txt' },
    },
    {
      case: 'one of several files cannot be read',
      tool: 'read_multiple_files',
      arguments: { paths: ['ROOT/notes.txt', 'ROOT/nothing.txt'] },
    },
  ],
};

const listed = async (folder) => {
  const found = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    const kind = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? await readlink(place) : undefined;
    found[path.relative(folder, place)] = kind ?? (await readFile(place, 'base64'));
  }
  return Object.fromEntries(Object.entries(found).sort());
};

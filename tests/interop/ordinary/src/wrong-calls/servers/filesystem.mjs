import { filesystem } from '../../servers/filesystem.mjs';
import { corrected, denied, exists, lost, missing, noTool, notFound, refused, rejected, retried, told, wrongType, wrongValue } from '../case.mjs'; // prettier-ignore

const notes = 'ROOT/notes.txt';
const edit = (oldText) => ({ path: notes, edits: [{ oldText, newText: 'x' }] });

export const filesystemCalls = {
  server: filesystem,
  calls: [
    corrected(missing, 'read_text_file', { pth: notes }, { path: notes }),
    corrected(missing, 'read_text_file', { Path: notes }, { path: notes }),
    corrected(wrongType, 'read_text_file', { path: notes, head: '2' }, { path: notes, head: 2 }),
    corrected(wrongType, 'read_multiple_files', { paths: `["${notes}"]` }, { paths: [notes] }),
    corrected(missing, 'write_file', { path: 'ROOT/a.txt', contents: 'x' }, { path: 'ROOT/a.txt', content: 'x' }),
    corrected(missing, 'search_files', { path: 'ROOT', patern: '*.txt' }, { path: 'ROOT', pattern: '*.txt' }),
    corrected(wrongValue, 'list_directory_with_sizes', { path: 'ROOT', sortBy: 'szie' }, { path: 'ROOT', sortBy: 'size' }), // prettier-ignore
    corrected(missing, 'move_file', { source: 'ROOT/a.txt', destinaton: 'ROOT/b.txt' }, { source: 'ROOT/a.txt', destination: 'ROOT/b.txt' }), // prettier-ignore
    refused(missing, 'write_file', { path: 'ROOT/new.txt' }),
    refused(missing, 'read_text_file', { file: notes }),
    refused(wrongType, 'read_multiple_files', { paths: notes }),
    refused(wrongValue, 'list_directory_with_sizes', { path: 'ROOT', sortBy: 'date' }),
    refused(wrongValue, 'list_directory_with_sizes', { path: 'ROOT', sortBy: 'sizes' }),
    refused(noTool, 'delete_file', { path: notes }),
    refused(noTool, 'readTextFile', { path: notes }),
    told(notFound, 'read_text_file', { path: 'ROOT/nothing.txt' }),
    told(notFound, 'edit_file', { path: 'ROOT/nothing.txt', edits: [] }),
    told(notFound, 'write_file', { path: 'ROOT/none/new.txt', content: 'x' }),
    told(notFound, 'move_file', { source: 'ROOT/none.txt', destination: 'ROOT/other.txt' }),
    told(notFound, 'get_file_info', { path: 'ROOT/none' }),
    told(denied, 'read_text_file', { path: 'ROOT/../outside/secret.txt' }),
    told(denied, 'write_file', { path: 'ROOT/../outside/new.txt', content: 'x' }),
    told(denied, 'read_text_file', { path: 'ROOT/way-out/secret.txt' }),
    told(rejected, 'read_text_file', { path: 'ROOT/folder' }),
    told(rejected, 'list_directory', { path: notes }),
    told(rejected, 'read_text_file', { path: notes, head: 1, tail: 1 }),
    told(rejected, 'edit_file', edit('four')),
    told(exists, 'create_directory', { path: notes }),
    told(exists, 'move_file', { source: notes, destination: 'ROOT/picture.png' }),
    retried(lost, 'read_text_file', { path: notes }, ({ tape }) => tape.faults.push('swallow')),
    retried(lost, 'list_directory', { path: 'ROOT' }, ({ tape }) => tape.faults.push('kill before answer')),
  ],
};

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, defineTool } from '@recourse/engine';
import { gitRef, path as pathKind, url } from '@recourse/engine/guarded-fields';
import type { SafePath } from '@recourse/engine/guarded-fields';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

/** The kind of a field says what its value is for, and a guard rejects unsafe values. */
const readNote = defineTool({
  name: 'read_note',
  description: 'Reads a note of the project.',
  input: z.strictObject({
    file: pathKind({ root: 'notes', extensions: ['.txt'] }),
    ref: gitRef().optional(),
    source: url({ hosts: ['*.example.org'] }).optional(),
  }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  // The handle checks again when it is used, so that a link created in the meantime has no effect.
  run: async ({ handle }) => ({ text: await handle<SafePath>('/file').readText() }),
});

const notes = await mkdtemp(path.join(tmpdir(), 'notes-'));
await writeFile(path.join(notes, 'hello.txt'), 'Hello!');

const server = createServer({
  name: 'notes',
  tools: [readNote],
  guards: { roots: { notes }, lookup: () => Promise.resolve(['93.184.215.14']) },
});
const { callTool, close } = await linkClient(server);

for (const args of [
  { file: 'hello.txt' },
  { file: '../../etc/passwd.txt' },
  { file: 'hello.txt', ref: '--upload-pack=evil' },
  { file: 'hello.txt', source: 'https://user:secret@docs.example.org/' },
]) {
  const { structuredContent } = await callTool('read_note', args);
  console.log(JSON.stringify(structuredContent, ['ok', 'text', 'code', 'error', 'hint']));
}

await close();
await rm(notes, { recursive: true });

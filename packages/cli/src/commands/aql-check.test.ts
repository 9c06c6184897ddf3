import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

const good = `---
name: notes-api
type: adapter
version: "1.0.0"
description: Notes of a team.
target: { base_url: https://notes.example.com }
trust: { level: validated }
operations:
  read:
    - name: get_note
      maps_to: GET /notes/{note_id}
      params: { note_id: { type: integer } }
---
`;

const write = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-aql-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(cwd, name), content);
  return cwd;
};

const check = (files: Readonly<Record<string, string | Uint8Array>>, ...more: readonly string[]) =>
  runWithFakeIo(['aql', 'check', ...Object.keys(files), ...more], { cwd: write(files) });

describe('recourse aql check', () => {
  it('reports the operations of a valid file', async () => {
    expect(await check({ 'notes.md': good })).toEqual({
      exit: 0,
      out: '✓ notes.md  notes-api 1.0.0, 1 operation\n\n1 file: no problems',
      err: '',
    });
  });

  it('shows each problem with its line and a caret', async () => {
    const { exit, out } = await check({ 'notes.md': good.replace('type: integer', 'type: intger') });
    expect(exit).toBe(1);
    expect(out).toBe(
      [
        "notes.md:12:34  error  SCHEMA_INVALID_TYPE  Field 'operations.read[0].params.note_id.type' expected 'string', 'integer', 'number', 'boolean', 'array', 'object', 'any' or 'file', got 'intger' (did you mean 'integer'?)",
        '    12 |       params: { note_id: { type: intger } }',
        '       |                                  ^',
        '',
        '1 file: 1 error',
      ].join('\n'),
    );
  });

  it('points past tabs, and into the middle of a long line', async () => {
    const long = good.replace('description: Notes of a team.', `description: "${'n'.repeat(300)}"\tx`);
    const { out } = await check({ 'notes.md': long });
    const [line = '', caret = ''] = out.split('\n').slice(1);
    expect(line).toContain('…nnn');
    expect(line[caret.indexOf('^')]).toBe('x');
  });

  it('succeeds with a warning and prints it', async () => {
    const { exit, out } = await check({ 'notes.md': good.replace('trust: { level: validated }\n', '') });
    expect(exit).toBe(0);
    expect(out).toContain("warning  SCHEMA_INVALID_TYPE  Without 'trust', the adapter counts as untested");
    expect(out).toContain('1 file: 1 warning');
  });

  it('never shows a line that may hold a secret', async () => {
    const signed = good.replace('trust:', 'auth: { type: bearer, token: hunter2 }\ntrust:');
    const { exit, out } = await check({ 'notes.md': signed });
    expect(exit).toBe(1);
    expect(out).toContain("keep the secret in an environment variable and put its name in 'token_env'");
    expect(out).not.toContain('hunter2');
    expect((await check({ 'notes.md': signed }, '--json')).out).not.toContain('hunter2');
  });

  it('checks several files, and says why a file is not an adapter', async () => {
    const files = { 'a.md': good, 'b.yaml': '', 'c.md': new Uint8Array([0xff, 0xfe, 0x00, 0x01]), 'd.md': 'a\0b' };
    const cwd = write(files);
    mkdirSync(path.join(cwd, 'folder'));
    const names = [...Object.keys(files), 'folder', 'gone.md'];
    const { exit, out } = await runWithFakeIo(['aql', 'check', ...names], { cwd });
    expect(exit).toBe(2);
    for (const line of [
      '✓ a.md  notes-api 1.0.0, 1 operation',
      'b.yaml:1:1  error  SCHEMA_VALIDATION_ERROR  The file is empty',
      'c.md  error  it is not UTF-8 text',
      'd.md:1:2  error  SCHEMA_VALIDATION_ERROR  The file is not text',
      'folder  error  it is a directory',
      'gone.md  error  there is no such file or directory',
      '6 files: 3 unreadable, 2 errors',
    ]) {
      expect(out).toContain(line);
    }
  });

  it("answers in MCP-AQL's form with --json", async () => {
    const { exit, out } = await check(
      { 'notes.md': good.replace('GET /notes/{note_id}', 'GET /notes/{id}') },
      '--json',
    );
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      success: false,
      error: {
        code: 'SCHEMA_VALIDATION_ERROR',
        message: "Schema 'notes.md' has 1 problem(s)",
        details: {
          file: 'notes.md',
          count: 1,
          errors: [
            {
              file: 'notes.md',
              path: 'operations.read[0].maps_to',
              code: 'SCHEMA_UNRESOLVED_REF',
              message: "'id' not found in params",
              suggestion: "declare 'id' under params",
              line: 11,
              column: 27,
            },
          ],
          warnings: [],
        },
      },
    });
    const clean = await check({ 'notes.md': good, 'same.md': good }, '--json');
    expect(JSON.parse(clean.out)).toEqual({
      success: true,
      data: {
        files: [
          { file: 'notes.md', name: 'notes-api', version: '1.0.0', operations: 1 },
          { file: 'same.md', name: 'notes-api', version: '1.0.0', operations: 1 },
        ],
        warnings: [],
      },
    });
  });

  it('includes an unreadable file in the document', async () => {
    const { exit, out } = await runWithFakeIo(['aql', 'check', 'gone.md', '--json'], { cwd: write({}) });
    expect(exit).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      error: {
        details: { count: 1, errors: [{ file: 'gone.md', path: '', message: 'there is no such file or directory' }] },
      },
    });
  });

  it('requires a file, and shows its help', async () => {
    expect(await runWithFakeIo(['aql', 'check'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Specify one or more adapter files.'),
    });
    expect((await runWithFakeIo(['aql', 'check', '--help'])).out).toContain('SCHEMA_UNRESOLVED_REF');
  });
});

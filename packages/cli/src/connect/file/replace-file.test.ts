import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFolder } from '../../testing/write-package.ts';
import { readIfThere, replaceFile } from './replace-file.ts';

const now = new Date('2026-07-28T10:20:30.400Z');

describe('replaceFile', () => {
  it('does not replace a file that was changed in the meantime, and leaves no draft', async () => {
    const folder = writeFolder({ 'mcp.json': 'theirs' });
    const file = path.join(folder, 'mcp.json');
    await expect(replaceFile({ file, before: 'read', after: 'ours', now })).rejects.toThrow(
      /changed while this command was running/,
    );
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['mcp.json']);
    const fresh = path.join(folder, 'new.json');
    writeFileSync(fresh, 'theirs');
    await expect(replaceFile({ file: fresh, before: undefined, after: 'ours', now })).rejects.toThrow(
      /while this command was running/,
    );
    expect(readFileSync(fresh, 'utf8')).toBe('theirs');
  });

  it('keeps every backup, even from the same second', async () => {
    const folder = writeFolder({ 'mcp.json': 'one' });
    const file = path.join(folder, 'mcp.json');
    await replaceFile({ file, before: 'one', after: 'two', now });
    const backup = await replaceFile({ file, before: 'two', after: 'three', now });
    expect(backup).toBe(`${file}.20260728-102030-1.bak`);
    expect(readFileSync(String(backup), 'utf8')).toBe('two');
    expect(readFileSync(file, 'utf8')).toBe('three');
  });

  it('reports a failed write in one line', async () => {
    const folder = writeFolder({ file: '' });
    const file = path.join(folder, 'file', 'mcp.json');
    await expect(replaceFile({ file, before: undefined, after: 'x', now })).rejects.toThrow(
      /^Cannot write .*mcp\.json: a part of the path is a file, not a folder\.$/,
    );
  });
});

describe('readIfThere', () => {
  it('distinguishes a missing file from an unreadable one', async () => {
    const folder = writeFolder({ 'a.json': '{}' });
    expect(await readIfThere(path.join(folder, 'b.json'))).toBeUndefined();
    await expect(readIfThere(folder)).rejects.toThrow(/^Cannot read .*: it is a directory\.$/);
    chmodSync(path.join(folder, 'a.json'), 0o600);
    expect(await readIfThere(path.join(folder, 'a.json'))).toBe('{}');
  });
});

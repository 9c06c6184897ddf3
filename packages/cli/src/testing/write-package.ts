import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own with the given files; a module is loaded once for each path, so no two tests share one. */
export const writeFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-cli-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
};

export interface FixturePackage {
  readonly version?: string;
  /** Rows as JavaScript, by code: what differs from the row of every other. */
  readonly rows: Readonly<Record<string, string>>;
  readonly namespace?: string | null;
  readonly files?: Readonly<Record<string, string>>;
}

/** A package that declares one registry, as its author would have built it. */
export const writePackage = ({ version = '0.1.0', rows, namespace = 'tickets', files }: FixturePackage): string =>
  writeFolder({
    'package.json': JSON.stringify({
      name: 'tickets',
      version,
      type: 'module',
      recourse: { codes: { './dist/codes.js': './codes.lock.json' } },
    }),
    'dist/codes.js': codesModule(namespace, rows),
    ...files,
  });

const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;

/** A module that exports one set, with nothing imported from the contract: the command knows sets by their shape. */
export const codesModule = (namespace: string | null, rows: Readonly<Record<string, string>>): string => `
import { z } from ${JSON.stringify(zod)};
const define = (code, own) => ({
  namespace: ${JSON.stringify(namespace)}, code, kind: 'error', category: 'conflict', http: 409, retryable: false,
  recovery: 'change_state', since: '0.1.0', summary: 'Ticket is closed', message: "Ticket '{ticket}' is closed",
  hint: 'Open it first.', details: () => z.object({ ticket: z.string(), closed_at: z.string().optional() }),
  deprecated: null, reserved: false, ...own,
});
export const codes = { namespace: ${JSON.stringify(namespace)}, definitions: {
${Object.entries(rows)
  .map(([code, own]) => `  ${code}: define('${code}', ${own}),`)
  .join('\n')}
} };
`;

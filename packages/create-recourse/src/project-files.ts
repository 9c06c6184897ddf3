import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shortName } from './choices.ts';
import type { Choices } from './choices.ts';
import { clientConfiguration } from './client-configuration.ts';
import { manifestOf } from './manifest.ts';
import { readmeOf } from './readme.ts';

const template = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../templates/${name}`, import.meta.url)), 'utf8');

/** The sources without types are the same in both languages, except for the names of the files that they import. */
const sources = ['src/codes', 'src/tickets', 'src/tools/add-comment', 'src/tools/reopen-ticket'];

/** Every file of a new project, by its path. */
export const projectFiles = (choices: Choices, recourse: string): Readonly<Record<string, string>> => {
  const { name, language, transport } = choices;
  const typed = language === 'typescript';
  const extension = typed ? 'ts' : 'js';
  const source = (from: string): string => {
    const text = template(from).replaceAll("'my-server'", `'${shortName(name)}'`);
    const named = text.replaceAll('`my-server ', `\`${shortName(name)} `);
    return typed ? named : named.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/gu, "$1.js'");
  };
  return {
    'package.json': json(manifestOf(choices, recourse)),
    ...(typed && { 'tsconfig.json': json(checkConfig), 'tsconfig.build.json': json(buildConfig) }),
    'README.md': readmeOf(choices),
    'CHANGELOG.md':
      '# Changelog\n\n## 0.1.0 (unreleased)\n\n- `TICKET_CLOSED`: closed tickets do not accept comments.\n',
    '.gitignore': 'node_modules/\ndist/\n.recourse/\n',
    '.mcp.json': `${clientConfiguration(choices)}\n`,
    '.github/workflows/ci.yml': template('ci.yml'),
    'codes.lock.json': template('codes.lock.json'),
    ...Object.fromEntries(sources.map((each) => [`${each}.${extension}`, source(`${each}.ts`)])),
    [`src/server.${extension}`]: source(`src/server.${extension}`),
    [`src/main.${extension}`]: source(`src/main-${transport}.ts`),
    [`test/server.test.${extension}`]: source('test/server-test.ts'),
  };
};

const checkConfig = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['src', 'test'],
};

const buildConfig = {
  extends: './tsconfig.json',
  compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist', sourceMap: true },
  include: ['src'],
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

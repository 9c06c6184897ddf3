import path from 'node:path';
import type { MirroredPackage } from './find-mismatches.ts';

const codes = `
import { createRegistry, definePluginCodes } from '@recourse/contract';

const row = {
  kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
  summary: 'Broken', message: 'Broken', hint: 'Repair it.',
} as const;
export const demoCodes = definePluginCodes('demo', {
  IS_BROKEN: row, IS_LOST: row, IS_CLOSED: row, NEVER_MADE: row, FOR_LATER: row,
});
export const { fail } = createRegistry(demoCodes);

/** Takes any string, like a function of a package that others wrote. */
export const makePluginError = (code: string): object => ({ ok: false, code: code as 'demo.IS_BROKEN' });
export const lost = 'demo.IS_LOST';
`;

const clean = `
import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { fail, lost, makePluginError } from './codes.ts';

const table = { broken: 'demo.IS_BROKEN', closed: 'demo.IS_CLOSED' } as const;
const classify = (text: string) => (text.includes('lost') ? lost : 'demo.IS_BROKEN');
const words = (isLost: boolean) => (isLost ? 'LOST' : 'CLOSED');

export const made = (text: string, key: keyof typeof table) => [
  fail('demo.IS_BROKEN'),
  fail(classify(text)),
  fail(table[key]),
  fail(text === '' ? 'demo.IS_LOST' : lost),
  makePluginError(\`demo.IS_\${words(text === '')}\`),
  makePluginError('demo.IS_CLOSED'),
];
/** Fails with demo.IS_LOST, and passes the code of a failure on. */
export const passed = (failure: Failure) => changeFailure(failure, { code: failure.code });
/** Codes of programs are not codes of failures. */
export const exit = (status: number, source: string) => ({ code: status, program: { code: source } });
`;

const unregistered = `
import { makePluginError } from './codes.ts';

export const literal = () => makePluginError('demo.IS_BORKEN');
export const property = () => ({ ok: false, code: 'demo.IS_BRKN' });
const lastWord = (isLost: boolean) => (isLost ? 'LOST' : 'LEFT');
export const template = (isLost: boolean) => makePluginError(\`demo.IS_\${lastWord(isLost)}\`);
const table = { a: 'demo.IS_BROKEN', b: 'demo.IS_BENT' } as const;
export const fromTable = (key: keyof typeof table) => makePluginError(table[key]);
const classify = (text: string) => (text === '' ? 'demo.IS_LOST' : text === 'x' ? 'demo.IS_GONE' : 'demo.IS_CLOSED');
export const classified = (text: string) => makePluginError(classify(text));
`;

const dynamic = `
import { changeFailure } from '@recourse/contract';
import type { AnyCode, Failure } from '@recourse/contract';
import { fail, makePluginError } from './codes.ts';

export const cast = (text: string) => fail(text as 'demo.IS_BROKEN');
export const joined = (text: string) => makePluginError('demo.' + text);
export const built = (text: string) => makePluginError(\`demo.\${text}\`);
export const replaced = (failure: Failure, text: string) => changeFailure(failure, { code: text });
export const variable = (text: string) => { const code: AnyCode = text; return code; };
const classify = (error: Error): string => error.name;
export const classified = (error: Error) => fail(classify(error) as never);
`;

const named = `
/** Throws demo.IS_BROKE if the text is empty. */
export const hint = 'Repeat the call; after demo.IS_LOOST, open the demo again. DEMO_FOLDER is a variable.';
`;

const tools = `
import { defineTool } from '@recourse/engine';
import { z } from 'zod';
import { demoCodes, fail } from './codes.ts';

class LostError extends Error {}
class ClosedError extends Error {}
class BrokenError extends Error {}

interface Store { read(key: string): Promise<string> }
class FileStore implements Store {
  async read(key: string): Promise<string> {
    if (key === '') throw new LostError();
    throw new ClosedError();
  }
}

const answer = async (handle: () => Promise<string>) => {
  try {
    return { text: await handle() };
  } catch (error) {
    if (error instanceof LostError) return fail('demo.IS_LOST');
    if (error instanceof ClosedError) return fail('demo.IS_CLOSED');
    if (error instanceof BrokenError) return fail('demo.IS_BROKEN');
    throw error;
  }
};

const common = { description: '', input: z.strictObject({}), operation: 'query', danger: 'safe', codes: demoCodes } as const;
const readErrors = ['demo.IS_LOST', 'demo.IS_CLOSED'] as const;

export const exact = (store: Store) =>
  defineTool({ ...common, name: 'demo_exact', errors: readErrors, run: () => answer(() => store.read('')) });
export const short = (store: Store) =>
  defineTool({ ...common, name: 'demo_short', errors: ['demo.IS_LOST'], run: () => answer(() => store.read('')) });
export const long = () =>
  defineTool({ ...common, name: 'demo_long', errors: [...readErrors, 'demo.IS_BROKEN'], run: () => answer(() => new FileStore().read('a')) });
export const quiet = (store: Store) =>
  defineTool({ ...common, name: 'demo_quiet', errors: [], run: () => answer(() => store.read('').catch(() => '')) });
`;

const plugin = `
import { definePluginTool, defineStagePlugin } from '@recourse/stage-plugin';
import { z } from 'zod';
import { demoCodes, fail, makePluginError } from './codes.ts';

const common = {
  description: '', operation: 'query', danger: 'safe', session: false, uses: [], codes: demoCodes,
  input: z.strictObject({}), output: z.object({}),
} as const;
export const right = definePluginTool({
  ...common, name: 'right', errors: ['demo.IS_LOST'], run: (call) => call.fail('demo.IS_LOST'),
});
export const hidden = definePluginTool({
  ...common, name: 'hidden', errors: ['demo.IS_LOST'],
  run: (call) => { fail('demo.IS_BROKEN'); return call.fail('demo.IS_LOST'); },
});
/** The key is one of the plugin, and the namespace is that of another plugin, of none, or misspelt. */
export const foreign = () => makePluginError('other.IS_LOST');
export const bare = () => ({ ok: false, code: 'IS_LOST' });
export const misspelt = () => makePluginError('dmeo.IS_LOST');
export default defineStagePlugin({ name: 'demo', version: '1.0.0', stage: '^0.1.0', codes: demoCodes, tools: [right, hidden] });
`;

const sources = {
  'src/codes.ts': codes,
  'src/clean.ts': clean,
  'src/unregistered.ts': unregistered,
  'src/dynamic.ts': dynamic,
  'src/named.ts': named,
  'src/tools.ts': tools,
  'src/plugin.ts': plugin,
};

const config = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    types: [],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  files: Object.keys(sources),
};

/** A small plugin with every kind of mismatch, and one file without any. */
export const demo: MirroredPackage = {
  // Below the package, so that its imports are found.
  config: path.join(import.meta.dirname, 'demo', 'tsconfig.json'),
  virtual: { 'tsconfig.json': JSON.stringify(config), ...sources },
  codes: Object.fromEntries(
    ['IS_BROKEN', 'IS_LOST', 'IS_CLOSED', 'NEVER_MADE', 'FOR_LATER'].map((key) => [
      `demo.${key}`,
      { reserved: key === 'FOR_LATER' || key === 'IS_CLOSED' },
    ]),
  ),
  borrowed: ['INTERNAL_ERROR'],
  excluded: [{ codes: ['demo.IS_LOST'], tools: ['demo_exact'], reason: 'needless, because the tool declares it' }],
  variables: /^DEMO_/u,
  documents: [{ name: 'README.md', text: '# Demo\n\nAnswers `INTERNAL_EROR` and `demo.IS_LOST`.\n' }],
};

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../../..');
const packages = {
  '@recourse/contract': 'packages/contract',
  '@recourse/stage-plugin': 'packages/stage-plugin',
  zod: 'node_modules/zod',
};

/** A folder outside the repository, for plugins of other people. */
export interface PluginPlace {
  readonly folder: string;
  /** Writes a plugin and returns its name for `STAGE_PLUGINS`. */
  write(name: string, source: string): string;
  /** Writes the list of plugins and returns the file's name for `STAGE_PLUGINS`. */
  list(entries: readonly object[]): string;
  close(): Promise<void>;
}

/** Creates the folder, with the packages that plugins depend on installed in it. */
export const openPluginPlace = async (): Promise<PluginPlace> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-plugins-'));
  for (const [name, target] of Object.entries(packages)) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(repository, target), link);
  }
  let lists = 0;
  return {
    folder,
    write: (name, source) => {
      mkdirSync(path.join(folder, name), { recursive: true });
      const dependencies = Object.fromEntries(Object.keys(packages).map((one) => [one, '*']));
      const description = { name, version: '1.0.0', type: 'module', main: 'index.js', dependencies };
      writeFileSync(path.join(folder, name, 'package.json'), JSON.stringify(description));
      writeFileSync(path.join(folder, name, 'index.js'), source);
      return `./${name}`;
    },
    list: (entries) => {
      lists += 1;
      const file = `plugins-${lists}.json`;
      writeFileSync(path.join(folder, file), JSON.stringify(entries));
      return file;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The source of a plugin with one tool `go`, whose body is given. It can use `z`, `call` and its code `BROKEN`. */
export const pluginSource = (
  name: string,
  body: string,
  { uses = [], more = '', before = '' }: { uses?: readonly string[]; more?: string; before?: string } = {},
): string => `
  import { definePluginCodes } from '@recourse/contract';
  import { definePluginConfig, definePluginTool, defineStagePlugin } from '@recourse/stage-plugin';
  import { z } from 'zod';
  ${before}
  const codes = definePluginCodes('${name}', {
    BROKEN: {
      kind: 'error', category: 'upstream', http: 502, retryable: false, recovery: 'report', since: '1.0.0',
      summary: 'It is broken', message: 'It is broken: {what}', hint: 'Repair it.', details: z.object({ what: z.string() }),
    },
  });
  const go = definePluginTool({
    name: 'go', description: 'Goes.', operation: 'command', danger: 'reversible', session: ${uses.length > 0},
    input: z.strictObject({ value: z.string().max(100).optional() }), output: z.object({ result: z.json() }),
    uses: ${JSON.stringify(uses)}, codes, errors: ['${name}.BROKEN'],
    run: async (call) => { ${body} },
  });
  export default defineStagePlugin({ name: '${name}', version: '1.0.0', stage: '^0.1.0', codes, tools: [go], ${more} });
`;

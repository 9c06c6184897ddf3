import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeSet } from '@recourse/contract';
import type { StagePlugin } from '@recourse/stage-plugin';
import type { MirroredPackage } from './find-mismatches.ts';

const folder = path.resolve(import.meta.dirname, '../../../../plugins');

/** The plugins of the repository, by the names of their folders. */
export const pluginNames: readonly string[] = readdirSync(folder).filter((name) =>
  existsSync(path.join(folder, name, 'package.json')),
);

/** A plugin of the repository, whose sources must agree with the codes that it declares under its own name. */
export const mirroredPlugin = async (
  name: string,
  virtual: Readonly<Record<string, string>> = {},
): Promise<MirroredPackage> => {
  const place = path.join(folder, name);
  const { default: plugin } = (await import(path.join(place, 'src/index.ts'))) as { readonly default: StagePlugin };
  const { definitions }: CodeSet = plugin.codes ?? { namespace: name, definitions: {} };
  return {
    config: path.join(place, 'tsconfig.json'),
    virtual,
    codes: Object.fromEntries(Object.entries(definitions).filter(([code]) => code.startsWith(`${name}.`))),
    // The stage answers with its own codes; a plugin can fail with its own only.
    borrowed: [],
    documents: [{ name: 'README.md', text: readFileSync(path.join(place, 'README.md'), 'utf8') }],
    // Codes of the stage that a plugin receives, or that its documents name.
    variables:
      /^(?:BAD_ARGUMENT|CDP_TIMEOUT|FILE_NOT_FOUND|EVAL_RUNTIME_ERROR|PLUGIN_[A-Z_]+|STAGE_[A-Z_]+|TRACE_TEXT_\w+|NOT_RUNNING|ERR_[A-Z_]+|ELECTRON_\w*)$/u,
  };
};

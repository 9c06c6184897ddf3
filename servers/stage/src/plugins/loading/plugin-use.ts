import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pluginCapabilityNames } from '@recourse/stage-plugin/wire';
import type { PluginCapability } from '@recourse/stage-plugin/wire';
import { z } from 'zod';

/** A plugin that the operator names, and what it may do. */
export interface PluginUse {
  /** A package, or a folder. */
  readonly use: string;
  /** The capabilities that it gets; defaults to none. */
  readonly grant: readonly PluginCapability[];
  readonly config: unknown;
}

const entry = z.strictObject({
  use: z.string().min(1).max(1000),
  grant: z.array(z.enum(pluginCapabilityNames as [PluginCapability, ...PluginCapability[]])).default([]),
  config: z.unknown().optional(),
});

/**
 * Reads `STAGE_PLUGINS`: names and folders separated by commas, or a JSON file with a list of entries. Throws TypeError
 * for a file that is not such a list.
 */
export const readPluginUses = async (given: string | undefined, cwd: string): Promise<readonly PluginUse[]> => {
  const text = given?.trim() ?? '';
  if (text === '') return [];
  if (!text.endsWith('.json'))
    return text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((use) => ({ use, grant: [], config: undefined }));
  const file = path.resolve(cwd, text);
  const parsed = z.array(entry).safeParse(await readJson(file));
  if (parsed.success) return parsed.data.map(({ use, grant, config }) => ({ use, grant, config }));
  const [{ path: place, message } = { path: [], message: '' }] = parsed.error.issues;
  throw new TypeError(`${file}: ${place.length > 0 ? `${place.join('.')}: ` : ''}${message}`);
};

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    throw new TypeError(`STAGE_PLUGINS: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

import path from 'node:path';
import type { CodeDefinition, CodeSet } from '@recourse/contract';
import type { StagePlugin } from '@recourse/stage-plugin';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pluginNames } from '../mirror/plugin-packages.ts';
import { originalPlugins } from './original-plugins.ts';

/** Where a plugin differs on purpose, and why. */
const differences: Readonly<Record<string, string>> = {
  'ipc.EVAL_REQUIRED': 'without the grant of main, the plugin is not loaded: PLUGIN_CAPABILITY_DENIED',
  'storage.EVAL_REQUIRED': 'without the grant of page, the plugin is not loaded: PLUGIN_CAPABILITY_DENIED',
  'trace_start enforce': 'a plugin cannot refuse the calls of other tools',
};

const plugins = new Map<string, StagePlugin>();
for (const name of pluginNames) {
  const file = path.resolve(import.meta.dirname, '../../../../plugins', name, 'src/index.ts');
  plugins.set(name, ((await import(file)) as { readonly default: StagePlugin }).default);
}

const problemsOf = (name: string): readonly string[] => {
  const plugin = plugins.get(name);
  const { definitions = {} } = (plugin?.codes ?? {}) as Partial<CodeSet>;
  const { tools = {}, codes = {} } = originalPlugins[name] ?? {};
  const missingTools = Object.entries(tools).flatMap(([tool, wanted]) => {
    const found = plugin?.tools.find((one) => one.name === tool);
    if (!found) return [`${name}_${tool}`];
    const { properties = {}, required = [] } = z.toJSONSchema(found.input, { io: 'input' });
    return wanted.flatMap((argument) => {
      const key = argument.replace('*', '');
      const isRight = key in properties && required.includes(key) === argument.endsWith('*');
      return isRight ? [] : [`${name}_${tool} ${key}`];
    });
  });
  const wrongCodes = Object.entries(codes).flatMap(([code, { http, retryable = false }]) => {
    const found = (definitions as Readonly<Record<string, CodeDefinition>>)[`${name}.${code}`];
    return found?.http === http && found.retryable === retryable ? [] : [`${name}.${code}`];
  });
  return [...missingTools, ...wrongCodes];
};

describe('the plugins of the original', () => {
  it('are the plugins of the repository', () => {
    expect(pluginNames.toSorted()).toEqual(Object.keys(originalPlugins).toSorted());
  });

  it.each(Object.keys(originalPlugins))(
    '%s has the same tools, arguments and codes, but for what is stated',
    (name) => {
      const stated = Object.keys(differences).filter((one) => one.startsWith(`${name}.`) || one.startsWith(`${name}_`));
      expect(problemsOf(name).toSorted()).toEqual(stated.toSorted());
    },
  );

  it('have at least the codes that their tools declare, and declare every code', () => {
    for (const [name, { codes, tools }] of plugins) {
      const declared = new Set(tools.flatMap(({ errors }) => errors));
      expect([...declared].toSorted(), name).toEqual(Object.keys(codes?.definitions ?? {}).toSorted());
    }
  });
});

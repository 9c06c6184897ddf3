import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import type { LoadedPlugin } from './serving/plugin-host.ts';

/** Lists the plugins of the server. It is offered if there are any. */
export const createPluginsTool = (loaded: readonly LoadedPlugin[]): Tool =>
  defineTool({
    name: 'electron_plugins',
    description: 'Lists the plugins of this server with their tools, error codes and permissions.',
    input: z.strictObject({}),
    output: z.object({
      plugins: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          tools: z.array(z.string()),
          codes: z.array(z.string()),
          capabilities: z.array(z.string()),
        }),
      ),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [],
    run: () => ({
      plugins: loaded.map(({ manifest, codes, granted }) => ({
        name: manifest.name,
        version: manifest.version,
        tools: manifest.tools.map(({ name }) => `${manifest.name}_${name}`),
        codes: Object.keys(codes.definitions),
        capabilities: [...granted],
      })),
    }),
  });

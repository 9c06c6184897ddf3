import { isJsonObject } from '@recourse/contract';
import type { JsonSchema } from '@recourse/contract';
import { schemaProblem } from '@recourse/engine/third-party-schemas';
import type { LoadedPlugin } from '../serving/plugin-host.ts';
import { createPluginTool } from '../serving/plugin-tool.ts';

const notServed = { call: () => Promise.reject(new Error('The plugin is not running yet')) };

/** Why the server cannot offer the tools of a plugin; undefined if it can. */
export const toolProblem = async (plugin: LoadedPlugin): Promise<string | undefined> => {
  const names = plugin.manifest.tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `two tools are called '${twice}'`;
  for (const row of plugin.manifest.tools) {
    const { name, session, input, output } = row;
    const properties = input['properties'];
    if (session && isJsonObject(properties) && Object.hasOwn(properties, 'sessionId'))
      return `${name}: input.sessionId: the name is reserved because the stage adds this field; choose another one`;
    try {
      createPluginTool(plugin, row, notServed);
    } catch (error) {
      return `${name}: ${(error as Error).message}`;
    }
    for (const [part, schema] of Object.entries({ input, output })) {
      // Ajv keeps a schema under its $id, and a second one with the same would be refused.
      const problem = '$id' in schema ? '.$id: not allowed; remove it' : await schemaProblem(schema as JsonSchema);
      if (problem !== undefined) return `${name}: ${part}${problem}`;
    }
  }
  return undefined;
};

import { createRegistry, isFailure } from '@recourse/contract';
import type { CodeSet, JsonSchema } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import type { ToolRow } from '@recourse/stage-plugin/wire';
import { stageErrorsOf } from '../capabilities/errors-of.ts';
import type { LoadedPlugin, PluginHost } from './plugin-host.ts';

/** Creates a tool of the server for a tool of a plugin. Throws for a schema or a code that the engine rejects. */
export const createPluginTool = (plugin: LoadedPlugin, row: ToolRow, host: Pick<PluginHost, 'call'>): Tool => {
  const { manifest, codes } = plugin;
  const all: CodeSet = { namespace: codes.namespace, definitions: { ...stageCodes.definitions, ...codes.definitions } };
  const { fail } = createRegistry(all);
  const own = new Set(row.errors);
  const tool = defineTool({
    name: `${manifest.name}_${row.name}`,
    description: row.description,
    input: inputOf(row),
    output: row.output as JsonSchema,
    operation: row.operation,
    danger: row.danger,
    idempotent: row.idempotent,
    codes: all,
    errors: [...row.errors, ...stageErrorsOf(row)] as never,
    timeoutMs: row.timeoutMs,
    run: async (call) => {
      const { sessionId, ...args } = call.arguments;
      const { correlation_id, signal, inner } = call;
      const id = typeof sessionId === 'string' ? sessionId : undefined;
      const answer = await host.call(row.name, args, { correlation_id, signal, inner, sessionId: id });
      if (isFailure(answer)) return answer;
      if ('value' in answer) return answer.value;
      const { code, details, ...options } = answer.failure;
      if (!own.has(code))
        throw new Error(
          `Tool '${row.name}' of plugin '${manifest.name}' failed with ${code}, which it does not declare`,
        );
      return fail(code as never, details as never, { ...options, correlation_id });
    },
  });
  // The server has the stage's codes already.
  return { ...tool, codeSets: [codes] };
};

const inputOf = ({ input, session }: ToolRow): JsonSchema => {
  if (!session) return input as JsonSchema;
  const properties = { sessionId: { type: 'string', maxLength: 20 }, ...(input['properties'] as object) };
  return { ...input, properties };
};

import type { CodeDefinition } from '@recourse/contract';
import { z } from 'zod';
import { pluginManifest, pluginProtocol } from '../wire/manifest.ts';
import type { DetailField, PluginManifest } from '../wire/manifest.ts';
import type { StagePluginDefinition } from './define-stage-plugin.ts';
import type { PluginTool } from './define-plugin-tool.ts';

const defaultTimeoutMs = 60_000;

/** Describes a plugin to the stage. Throws TypeError with every problem of the plugin. */
export const describePlugin = (plugin: StagePluginDefinition): PluginManifest => {
  const { name, version, stage, config, codes, tools } = plugin;
  const definitions = Object.values<CodeDefinition>(codes?.definitions ?? {});
  const described = {
    protocol: pluginProtocol,
    name,
    version,
    stage,
    capabilities: [...new Set([...(plugin.capabilities ?? []), ...tools.flatMap(({ uses = [] }) => uses)])],
    config: config ? z.toJSONSchema(config.schema, { io: 'input' }) : null,
    codes: Object.fromEntries(
      definitions.map((definition) => [definition.code.slice(name.length + 1), rowOf(definition)]),
    ),
    tools: tools.map(toolRowOf),
  };
  const parsed = pluginManifest.safeParse(described);
  const problems = [
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []),
    ...definitions.flatMap(({ code }) => (code.startsWith(`${name}.`) ? [] : [`${code}: must start with '${name}.'`])),
  ];
  if (!parsed.success || problems.length > 0) throw new TypeError(problems.join('\n'));
  return parsed.data;
};

const rowOf = (definition: CodeDefinition): object => {
  const { category, http, retryable, recovery, since, summary, message, hint } = definition;
  const schema = z.toJSONSchema(definition.details());
  const details = Object.entries((schema.properties ?? {}) as Record<string, { type?: string }>).map(
    ([key, property]): [string, DetailField] => [
      key,
      { type: (property.type ?? 'object') as DetailField['type'], optional: !(schema.required ?? []).includes(key) },
    ],
  );
  return { category, http, retryable, recovery, since, summary, message, hint, details: Object.fromEntries(details) };
};

const toolRowOf = (tool: PluginTool): object => ({
  name: tool.name,
  description: tool.description,
  input: withoutDialect(z.toJSONSchema(tool.input, { io: 'input' })),
  output: withoutDialect(z.toJSONSchema(tool.output)),
  operation: tool.operation,
  danger: tool.danger,
  idempotent: tool.idempotent ?? false,
  session: tool.session ?? true,
  uses: tool.uses ?? [],
  errors: tool.errors,
  timeoutMs: tool.timeoutMs ?? defaultTimeoutMs,
});

const withoutDialect = ({ $schema: _dialect, ...schema }: object & { readonly $schema?: unknown }): object => schema;

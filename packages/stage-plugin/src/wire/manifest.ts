import { categories, recoveries } from '@recourse/contract';
import { z } from 'zod';
import { pluginCapabilityNames } from './capabilities.ts';
import type { PluginCapability } from './capabilities.ts';

/** The newest version of the protocol between the stage and its plugins. */
export const pluginProtocol = 1;

/** The name of a plugin: the prefix of its tools and codes. */
export const pluginName = z
  .string()
  .regex(
    /^(?!electron$|recourse$)[a-z][a-z0-9]{0,29}$/u,
    "must be 1 to 30 lower-case letters and digits, starting with a letter, and not 'electron' or 'recourse'",
  );

const version = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]{1,50})?$/u, 'must be a version such as 1.0.0');
const sentence = z.string().min(1).max(1000);
const template = z.union([sentence, z.array(sentence).min(1).max(5)]);

/** The type of a field in the details of a code. */
const detail = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']),
  optional: z.boolean(),
});
export type DetailField = z.output<typeof detail>;

const codeRow = z.strictObject({
  category: z.enum(categories),
  http: z.int().min(400).max(599),
  retryable: z.boolean(),
  recovery: z.enum(recoveries),
  since: version,
  summary: template,
  message: template,
  hint: template,
  details: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,49}$/u), detail),
});

const capability = z.enum(pluginCapabilityNames as [PluginCapability, ...PluginCapability[]]);

const jsonSchema = z.record(z.string(), z.unknown());

const toolRow = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{0,49}$/u,
      'must be 1 to 50 lower-case letters, digits and underscores, starting with a letter',
    ),
  description: z.string().min(1).max(1000),
  input: jsonSchema,
  output: jsonSchema,
  operation: z.enum(['command', 'query', 'screenshot', 'logs', 'window_info']),
  danger: z.enum(['safe', 'reversible', 'destructive']),
  idempotent: z.boolean(),
  /** Whether the tool works on a session. The stage adds `sessionId` to its input then. */
  session: z.boolean(),
  uses: z.array(capability).max(20),
  /** The plugin's own codes that it can answer with, with their prefix. */
  errors: z.array(z.string().regex(/^[a-z][a-z0-9]*\.[A-Z][A-Z0-9_]{0,49}$/u)).max(50),
  timeoutMs: z.int().min(1).max(300_000),
});
export type ToolRow = z.output<typeof toolRow>;

/** A plugin as it describes itself to the stage. The stage trusts nothing in it before this schema has accepted it. */
export const pluginManifest = z.strictObject({
  protocol: z.int(),
  name: pluginName,
  version,
  /** The versions of the stage that it is made for, such as `^0.1.0`. */
  stage: z.string().regex(/^[\^~]?\d+\.\d+\.\d+$/u, 'must be a version range such as ^0.1.0'),
  capabilities: z.array(capability).max(50),
  config: jsonSchema.nullable(),
  codes: z.record(z.string().regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/u), codeRow),
  tools: z.array(toolRow).min(1).max(50),
});
export type PluginManifest = z.output<typeof pluginManifest>;

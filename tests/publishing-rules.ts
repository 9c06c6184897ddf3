import { z } from 'zod';

/**
 * The rules of the MCP registry (revision 2025-12-11 of server.json) and of programs that read bundles (revision 0.3 of
 * the manifest), as far as our files use them. We do not write other keys, so they are rejected.
 */

/** One exact version: neither a range nor `latest`. */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u);

const argument = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('positional'), value: z.string().min(1) }),
  z.strictObject({ type: z.literal('named'), name: z.string().startsWith('-'), value: z.string().optional() }),
]);

const variable = z.strictObject({
  name: z.string().regex(/^[A-Z_][A-Z\d_]*$/u),
  description: z.string().min(1),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
});

const carried = {
  version: exactVersion,
  transport: z.strictObject({ type: z.literal('stdio') }),
  environmentVariables: z.array(variable).min(1).optional(),
};

export const serverJsonRules = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z\d.-]+\/[a-zA-Z\d._-]+$/u),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z
    .array(
      z.discriminatedUnion('registryType', [
        z.strictObject({
          registryType: z.literal('npm'),
          identifier: z.string().regex(/^@[a-z\d-]+\/[a-z\d-]+$/u),
          runtimeHint: z.literal('npx'),
          packageArguments: z.array(argument),
          ...carried,
        }),
        z.strictObject({
          registryType: z.literal('mcpb'),
          identifier: z.url({ protocol: /^https$/u }).regex(/mcp/u),
          fileSha256: z.string().regex(/^[a-f\d]{64}$/u),
          ...carried,
        }),
      ]),
    )
    .min(1),
});

export const manifestRules = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().regex(/^[a-z\d-]+$/u),
  display_name: z.string().min(1),
  version: exactVersion,
  description: z.string().min(1),
  author: z.strictObject({ name: z.string().min(1) }),
  license: z.literal('MIT'),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string().regex(/^(?!\/|.*\.\.).*\.mjs$/u),
    mcp_config: z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string().regex(/^\$\{user_config\.[a-z\d_]+\}$/u)),
    }),
  }),
  tools: z.array(z.strictObject({ name: z.string().min(1), description: z.string() })).min(1),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'linux', 'win32'])),
    runtimes: z.strictObject({ node: z.string().startsWith('>=') }),
  }),
  user_config: z
    .record(
      z.string(),
      z.strictObject({
        type: z.enum(['string', 'file', 'directory']),
        title: z.string().min(1),
        description: z.string().min(1),
        required: z.boolean(),
        sensitive: z.boolean().optional(),
        default: z.literal('').optional(),
      }),
    )
    .optional(),
});

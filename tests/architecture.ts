/**
 * Who may import whom: the one-way rule of the repository. `external` names the packages of others that a part may
 * use; `platform` says whether it may use Node's own modules.
 */
export interface Part {
  readonly name: string;
  readonly folder: string;
  readonly imports: readonly string[];
  readonly external: readonly string[];
  /** What whoever uses the part brings along. */
  readonly peers?: readonly string[];
  readonly platform: boolean;
}

export const parts: readonly Part[] = [
  { name: '@recourse/contract', folder: 'packages/contract', imports: [], external: ['zod'], platform: false },
  {
    name: '@recourse/engine',
    folder: 'packages/engine',
    imports: ['@recourse/contract'],
    external: ['@opentelemetry/api', 'acorn', 'ajv', 'ajv-formats', 'jsonc-parser', 're2js', 'zod'],
    platform: true,
  },
  {
    name: '@recourse/stores',
    folder: 'packages/stores',
    imports: ['@recourse/contract', '@recourse/engine'],
    external: ['libsql', 'pg'],
    platform: true,
  },
  {
    name: '@recourse/server',
    folder: 'packages/server',
    imports: ['@recourse/contract', '@recourse/engine'],
    external: ['@modelcontextprotocol/server'],
    platform: true,
  },
  {
    name: '@recourse/testkit',
    folder: 'packages/testkit',
    imports: ['@recourse/contract', '@recourse/engine', '@recourse/server'],
    external: ['@modelcontextprotocol/client'],
    peers: ['vitest'],
    platform: true,
  },
  {
    name: '@recourse/client',
    folder: 'packages/client',
    imports: ['@recourse/contract'],
    external: ['@modelcontextprotocol/client'],
    peers: ['@opentelemetry/api'],
    platform: true,
  },
  { name: '@recourse/forge', folder: 'packages/forge', imports: [], external: ['libsql'], platform: true },
  {
    name: '@recourse/upstream',
    folder: 'packages/upstream',
    imports: ['@recourse/contract'],
    external: ['re2js'],
    platform: true,
  },
  {
    name: '@recourse/github',
    folder: 'packages/github',
    imports: ['@recourse/contract', '@recourse/upstream'],
    external: ['@octokit/core'],
    platform: true,
  },
  {
    name: '@recourse/server-coverage',
    folder: 'servers/coverage',
    imports: ['@recourse/contract', '@recourse/engine', '@recourse/github', '@recourse/server'],
    external: ['saxes', 'yaml', 'zod'],
    platform: true,
  },
  {
    name: '@recourse/server-fixture',
    folder: 'servers/fixture',
    imports: ['@recourse/contract', '@recourse/engine', '@recourse/server'],
    external: ['zod'],
    platform: true,
  },
  {
    name: '@recourse/server-aql',
    folder: 'servers/aql',
    imports: ['@recourse/contract', '@recourse/engine', '@recourse/server', '@recourse/upstream'],
    external: ['@readme/openapi-parser', 'yaml', 'zod'],
    platform: true,
  },
  {
    name: '@recourse/server-github',
    folder: 'servers/github',
    imports: [
      '@recourse/contract',
      '@recourse/engine',
      '@recourse/forge',
      '@recourse/github',
      '@recourse/server',
      '@recourse/stores',
    ],
    external: ['zod'],
    platform: true,
  },
  {
    name: '@recourse/cli',
    folder: 'packages/cli',
    imports: [
      '@recourse/client',
      '@recourse/contract',
      '@recourse/engine',
      '@recourse/forge',
      '@recourse/server',
      '@recourse/server-aql',
      '@recourse/server-coverage',
      '@recourse/server-fixture',
      '@recourse/server-github',
      '@recourse/stores',
    ],
    external: ['@modelcontextprotocol/client', 'jsonc-parser', 'oxc-parser', 'zod'],
    platform: true,
  },
];

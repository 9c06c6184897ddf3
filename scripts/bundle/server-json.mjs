/** The revision of the registry's format that these files keep to. */
const registrySchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/**
 * The entry of a server in the MCP registry: its package on npm, the command that starts it, and its variables.
 *
 * @param {import('./servers.mjs').PublishedServer} server
 * @param {string} version
 * @param {{ url: string, sha256: string }} [bundle] The address of the published bundle, and its digest.
 */
export const serverJson = ({ name, title, description, variables }, version, bundle) => {
  const environmentVariables = variables.map(({ name, description, kind, required, secret }) => ({
    name,
    description,
    isRequired: required,
    isSecret: secret,
    format: kind === 'string' ? 'string' : 'filepath',
  }));
  const own = {
    version,
    transport: { type: 'stdio' },
    ...(variables.length > 0 && { environmentVariables }),
  };
  return {
    $schema: registrySchema,
    name: `dev.recourse/${name}`,
    title,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: '@recourse/cli',
        runtimeHint: 'npx',
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'positional', value: name },
          { type: 'named', name: '--stdio' },
        ],
        ...own,
      },
      ...(bundle ? [{ registryType: 'mcpb', identifier: bundle.url, fileSha256: bundle.sha256, ...own }] : []),
    ],
  };
};

/** The folder of a bundle that holds everything but the manifest and the licence. */
export const home = 'server';
const main = `${home}/main.mjs`;

/**
 * State is kept in memory and ends with the server, unless the server's row names a store. SQLite's driver is native:
 * with it, a bundle runs on one platform only, and macOS refuses to load it into another program.
 */
export const configuration = { store: { kind: 'memory' } };

/**
 * The manifest of a bundle. A desktop program shows its `user_config` as a form and keeps the secrets. An optional
 * variable has an empty default: without one, programs pass the placeholder itself to the server.
 *
 * @param {import('./servers.mjs').PublishedServer} server
 * @param {{ version: string, node: string, tools: readonly { name: string, description: string }[] }} facts
 */
export const bundleManifest = (
  { name, title, description, entry, variables, native, store },
  { version, node, tools },
) => {
  const key = (/** @type {string} */ variable) => variable.toLowerCase();
  return {
    manifest_version: '0.3',
    name: `recourse-${name}`,
    display_name: title,
    version,
    description,
    author: { name: 'The authors of Recourse' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: main,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${main}`, entry.package, entry.name, ...(store === undefined ? [] : [store])],
        env: Object.fromEntries(variables.map((variable) => [variable.name, `\${user_config.${key(variable.name)}}`])),
      },
    },
    tools,
    compatibility: { platforms: native ? [process.platform] : ['darwin', 'linux', 'win32'], runtimes: { node } },
    ...(variables.length > 0 && {
      user_config: Object.fromEntries(
        variables.map(({ name: variable, title: label, description: help, kind, required, secret }) => [
          key(variable),
          {
            type: kind,
            title: label,
            description: help,
            required,
            ...(kind === 'string' && { sensitive: secret }),
            ...(!required && { default: '' }),
          },
        ]),
      ),
    }),
  };
};

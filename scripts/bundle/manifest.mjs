/** Where everything but the manifest stands in a bundle. */
export const home = 'server';
const main = `${home}/main.mjs`;

/**
 * State ends with the server: a bundle runs on every system only without SQLite's native driver, which macOS moreover
 * refuses to load into another program.
 */
export const configuration = { store: { kind: 'memory' } };

/**
 * What a desktop program reads before it runs the bundle. What a person has to enter is asked for there, and secrets
 * are kept by the program.
 *
 * @param {import('./servers.mjs').PublishedServer} server
 * @param {{ version: string, node: string, tools: readonly { name: string, description: string }[] }} facts
 */
export const bundleManifest = ({ name, title, description, variables }, { version, node, tools }) => {
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
        args: [`\${__dirname}/${main}`, name],
        env: Object.fromEntries(variables.map((variable) => [variable.name, `\${user_config.${key(variable.name)}}`])),
      },
    },
    tools,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node } },
    ...(variables.length > 0 && {
      user_config: Object.fromEntries(
        variables.map(({ name: variable, title: label, description: help, required, secret }) => [
          key(variable),
          { type: 'string', title: label, description: help, required, sensitive: secret },
        ]),
      ),
    }),
  };
};

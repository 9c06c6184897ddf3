/**
 * An environment that a server starts with: its samples, `placeholder` for other required variables, and empty strings
 * for the rest, which is how desktop programs pass variables that the user left blank.
 *
 * @param {import('./servers.mjs').PublishedServer} server
 * @param {string} packages The folder of the installed packages.
 * @returns {Record<string, string>}
 */
export const sampleEnvironment = ({ variables, sample = {} }, packages) =>
  Object.fromEntries(
    variables.map(({ name, required }) => [
      name,
      sample[name]?.replace('{packages}', packages) ?? (required ? 'placeholder' : ''),
    ]),
  );

/**
 * An environment that a server starts with: its samples, `placeholder` for what else it requires, and empty strings for
 * the rest, as desktop programs pass variables that nobody filled in.
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

/**
 * The file name of a bundle, with the platform if it runs on one only.
 *
 * @param {import('./servers.mjs').PublishedServer} server
 */
export const bundleName = ({ name, native }) =>
  `recourse-${name}${native ? `-${process.platform}-${process.arch}` : ''}.mcpb`;

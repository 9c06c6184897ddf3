import { measureFailures } from './tokens/failures.mjs';
import { measureListings } from './tokens/listings.mjs';

/** Counts the tokens that a model reads: the list of the tools, and the text of failures. @returns {Promise<import('./report.mjs').Report>} */
export const measureTokens = async () => {
  const listings = await measureListings();
  const failures = await measureFailures();
  return {
    tables: [
      {
        title:
          'the answer to tools/list, as sent and with shared definitions repeated in every tool (tokens by o200k_base)',
        columns: [
          { name: 'server' },
          { name: 'tools' },
          { name: 'bytes in full' },
          { name: 'tokens in full' },
          { name: 'bytes' },
          { name: 'tokens' },
          {
            name: 'tokens/tool',
            digits: 0,
          },
        ],
        rows: listings.rows,
      },
      {
        title: `the tools that two servers for GitHub share: ${listings.peers.names.join(', ')}`,
        columns: [
          { name: 'server' },
          { name: 'tools' },
          { name: 'bytes' },
          { name: 'tokens' },
          { name: 'tokens/tool', digits: 0 },
        ],
        rows: listings.peers.rows,
      },
      {
        title: 'the first text block of a failure in recourse, with the details that its code requires',
        columns: [
          { name: 'code' },
          { name: 'message + hint' },
          { name: 'line' },
          { name: 'JSON' },
          { name: 'line / sentence', digits: 2 },
        ],
        rows: [...failures.rows, failures.total],
      },
      {
        title: 'the first text block by dialect, mean tokens',
        columns: [
          { name: 'dialect' },
          { name: 'the 20 above', digits: 0 },
          { name: 'a list of problems, a limit, a confirmation', digits: 0 },
        ],
        rows: failures.dialects,
      },
    ],
    targets: [
      { what: 'tools/list of the GitHub server', measured: listings.bytes / 1_000, limit: 30, unit: 'KB' },
      { what: 'a failure vs. its message and hint', measured: failures.ratio, limit: 1.5, unit: 'x' },
    ],
    notes: [
      "GitHub's own server is written in Go and not on npm; server-github is the reference server of the MCP project",
      'neither peer publishes output schemas, codes or annotations',
    ],
  };
};

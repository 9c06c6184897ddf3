import { limitPresets } from './limits/limit-settings.ts';

/** The help of `recourse forge`, apart from the forge itself: listing commands need not load a database. */
export const forgeHelp = `Usage: recourse forge [options]

Starts a small GitHub server on loopback, backed by real git repositories: the
REST API including its errors, the GraphQL queries that gh uses, and git over
HTTP. Runs until interrupted.

  --sample            start with a sample project: history and pull requests
  --seed <file>       start with the data in a JSON file
  --git <directory>   start with the branches and tags of a git directory
  --data <directory>  where to store all data (default: .recourse/forge)
  --temporary         delete all data on exit
  --port <number>     port to listen on (default: 8930)
  --limits <name>     ${Object.keys(limitPresets).join(' | ')} (default: primary)
  --tls-cert <file>   serve HTTPS with this certificate (PEM); gh needs HTTPS
  --tls-key <file>    private key of the certificate (PEM)
  --control           enable the control endpoint: faults, clock, limits, runs

A seed is applied only to a new data directory. Set GITHUB_API_URL and similar
variables to the printed address.`;

import { limitPresets } from './limits/limit-settings.ts';

/** The help of `recourse forge`, apart from the forge itself: listing commands need not load a database. */
export const forgeHelp = `Usage: recourse forge [options]

Starts a small GitHub on loopback, over real git repositories: its REST API with
its refusals, the GraphQL that gh uses, and git over HTTP. It runs until it is
interrupted.

  --sample            begin with a sample project, its history and pull requests
  --seed <file>       begin with a world from a JSON file
  --git <directory>   begin with the branches and tags of a git directory
  --data <directory>  keep everything there (default: .recourse/forge)
  --temporary         keep nothing
  --port <number>     listen there (default: 8930)
  --limits <name>     ${Object.keys(limitPresets).join(' | ')} (default: primary)
  --tls-cert <file>   answer over HTTPS with this certificate, in PEM; GitHub's
  --tls-key <file>    own command (gh) connects to a host only over HTTPS
  --control           open the control endpoint for faults, clock, limits, runs

A seed is planted when the data directory is new. GITHUB_API_URL and similar
settings take the printed address.`;

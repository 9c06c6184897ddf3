import { stateHelp } from './state-help.ts';

/** The help of `recourse keys create`. */
export const help = `Usage: recourse keys create --principal NAME [--trust LEVEL] [--tools A,B]
                            [--role approver]

Creates a bearer key for a caller. Only the key goes to stdout, so that you can
pipe it; everything else goes to stderr. The store keeps only a digest, so the
key cannot be shown again. Creates the store if there is none.

  --principal NAME  the caller that uses the key; a caller can have several
  --trust LEVEL     untested, generated, validated, community_reviewed or
                    certified (default: validated, as for local callers)
  --role ROLE       caller (default), or approver: can only decide on waiting
                    calls over HTTP, and cannot call tools
  --tools A,B       the only tools that the key can use (default: all)
${stateHelp}
  --json            {key, record: {id, principal, trust, tools, role,
                    created_at}}

HTTP callers send 'Authorization: Bearer <key>'. Once a key exists and a server
has been restarted, local callers need one too, unless the configuration sets
"http": { "anonymous": "loopback" }.

Example:
  recourse keys create --principal ci --tools find_ticket | pass insert -m ci`;

import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse explain`. */
export const help = `Usage: recourse explain CODE [--dialect D] [--locale L] [--json]

Explains a code: what it means, how to recover, its details, and an example of
its wire format. CODE is a code in upper or lower case, with or without its
namespace (github:NOT_FOUND), or a JSON-RPC error number (-32005). Also explains
the codes that your package declares; see 'recourse help codes check'.

  --dialect D   recourse, coverctl, launch, mcp-aql,
                jsonrpc, stagewright, problem (default: recourse)
  --locale L    the language of the messages: en, es
  --json        only the example, exactly as sent; for a number, its codes

${exitHelp('explain')}

Examples:
  recourse explain RATE_LIMIT_EXCEEDED
  recourse explain not_found_resource --dialect stagewright --json
  recourse explain -32005`;

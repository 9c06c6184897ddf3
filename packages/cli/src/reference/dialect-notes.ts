import type { DialectName } from '@recourse/contract/dialects';

/** The notes on a dialect that cannot be derived from code. */
export interface DialectNotes {
  readonly what: string;
  readonly contract: string;
  /** A code that the dialect calls its own, for the first example. */
  readonly ownExample: string;
  /** Questions that the contract leaves open or answers twice, and how they were settled. */
  readonly settled: readonly string[];
}

export const dialectNotes: Readonly<Record<DialectName, DialectNotes>> = {
  recourse: {
    what: 'The canonical envelope. Every field of a failure is a field of the envelope, so nothing needs an extension. It is also in the `_meta` of every tool result, regardless of the dialect of the result.',
    contract: 'Recourse itself.',
    ownExample: 'CONFIRMATION_REQUIRED',
    settled: [
      "A success that uses one of the envelope's own names (`ok`, `code`, `warnings`, `_meta`), or is not an object, is put under `result`, and `_meta.wrapped` is set.",
    ],
  },
  coverctl: {
    what: 'One flat object for every rejected call. Five fields are permanent: `passed`, `error_code`, `error`, `summary`, `remediation`. Everything else is under `recourse`.',
    contract: "coverctl's rejection schema, which is append-only.",
    ownExample: 'INPUT_REJECTED_DANGEROUS_FLAG',
    settled: [
      'Failures that coverctl reports without a code have their own codes here (`OP_…`); `INPUT_REJECTED_OTHER` is for rejected input that no other code describes.',
      'Where coverctl suggests a command-line option (`--language`), the hint suggests the matching argument of the tool.',
      "coverctl's results use `warnings` for plain strings; warnings with a code are in the extension, so that the two cannot be confused.",
    ],
  },
  launch: {
    what: "The run orchestrator's standard shape: `ok`, `run_id` if the call is about a run, and an `error` with `code`, `message`, `retryable` and `details`.",
    contract: 'The MCP tool schemas and error contract of the `launch_*` tools.',
    ownExample: 'ILLEGAL_STATE',
    settled: [
      'In a tool result, a failure always has this shape. JSON-RPC errors are used only for errors of the protocol itself.',
      '`run_id` is the run that the failure is about, if any.',
      '`INTERNAL` always has `details.cause_class`; if the cause is not known, it is `Unknown`.',
      '`GATE_FAILED` is never a failure: it is part of a validation report, and the call has succeeded.',
    ],
  },
  'mcp-aql': {
    what: "MCP-AQL's structured errors: `success` with `data` and `warnings`, or an `error` with only `code`, `message` and `details`.",
    contract: "MCP-AQL's error codes.",
    ownExample: 'CONFIRMATION_REQUIRED',
    settled: [
      'The specification allows no other fields in `error`, so `retryable`, `recovery` and the rest are in `details.recourse`.',
      'Some placeholders of the specification (`{operation_name}`, `{param_list}`, `{description}`) are not keys of the details; the messages here use the keys (`{operation}`, `{unknown_params}`, `{upstream_error}`).',
      'The specification makes the details optional, but requires keys for each code. Failures created here have those keys; a failure received without them is accepted, and written again without them.',
      'The specification requires limit, window and reset for `RATE_LIMIT_EXCEEDED`. An upstream may send none of them, so all are optional here: a missing value is omitted, not invented.',
      '`PERMISSION_DENIED` is 403 (an individual failure may use 401). `TOKEN_INVALID` is 400, the other token codes are 403.',
      'A batch that partly failed is `BATCH_PARTIAL_FAILURE`, with every result in `details.results`; `isError` is true on every failure.',
      'A confirmation token is in `error.details` and in `confirmation`, because clients may look in either place.',
      "An adapter's own code is part of the dialect and is passed through unchanged.",
      '`INTERNAL_ERROR` is an error inside the server. An error of an upstream is `UPSTREAM_UNAVAILABLE` or `UPSTREAM_TIMEOUT`. The dialect has no code for these and shows them as `INTERNAL_ERROR`; the extension has the actual code.',
    ],
  },
  jsonrpc: {
    what: "JSON-RPC errors with GitHub's numbers, for callers that read only these numbers. In an MCP tool result, there is no JSON-RPC frame: only `error`, or the fields of the success, remain.",
    contract:
      'The JSON-RPC error codes of the GitHub server: eight numbers, `validation_errors`, and one log line for each error.',
    ownExample: 'PR_NOT_MERGEABLE',
    settled: [
      'The number is for callers that know only numbers. `data.code` always has the string code, which distinguishes codes that share a number.',
      'If a call has several problems, `message` joins them and `data.validation_errors` lists them all; a problem of the whole input has the path `root`.',
      'The sentences in `validation_errors` are those of the validator, unchanged.',
      'Values that an upstream rejects get -32003; arguments that do not match the schema get -32602.',
    ],
  },
  stagewright: {
    what: 'Two shapes distinguished by `ok`, both with `_meta`. The next actions are strings of the form `tool {json}` that can be parsed.',
    contract: "Electron Stagewright's ADR-006: registry and response envelope.",
    ownExample: 'ELEMENT_NOT_VISIBLE',
    settled: [
      'The message and the hint of a single failure can be overridden separately.',
      'In this dialect, `http` is always a number; a code without a status is shown as 500, and the extension says that it has none.',
      'A string of this form cannot contain the reason for an action, so the complete actions are in the extension.',
      "A plugin's code, `<plugin>.CODE`, is part of the dialect and is passed through unchanged.",
      '`INTERNAL_ERROR` is the core code of the same name.',
    ],
  },
  problem: {
    what: 'Problem details for HTTP callers, with the members of the RFC and those of Recourse side by side.',
    contract: 'RFC 9457.',
    ownExample: 'RATE_LIMIT_EXCEEDED',
    settled: [
      '`type` is a URN that identifies the code, not a URL to fetch. `title` is the summary, and `detail` is the message.',
      '`status` is absent if a code has no HTTP status.',
      'A success has only its own fields, without an envelope.',
    ],
  },
};

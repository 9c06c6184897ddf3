import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse aql check`. */
export const help = `Usage: recourse aql check <file…> [--json]

Checks adapter files (Markdown with front matter, YAML or JSON; both dialects of
MCP-AQL) and reports all problems at once. Sends no requests.

An adapter with an error cannot be served. A warning reports where the server
does not follow the file: an operation is more dangerous than the file claims,
or a metric is not counted.

  --json   {success: true, data: {files: [{file, name, version, operations}],
           warnings}}, or MCP-AQL's failure SCHEMA_VALIDATION_ERROR with
           error.details {count, errors, warnings}; each problem is {file, path,
           code, message, line, column, expected?, actual?, suggestion?}

Codes:
  SCHEMA_MISSING_FIELD       a required field is missing
  SCHEMA_INVALID_TYPE        a value has the wrong type
  SCHEMA_INVALID_NAME        a name is invalid, or a field is unknown
  SCHEMA_DUPLICATE_NAME      a name is used twice
  SCHEMA_UNRESOLVED_REF      a reference cannot be resolved
  SCHEMA_VERSION_DEPRECATED  the schema_version is deprecated, but supported
  SCHEMA_VERSION_UNSUPPORTED the schema_version is not supported
  SCHEMA_VALIDATION_ERROR    the file is unreadable, empty, too large or not
                             YAML, or seems to contain a secret

${exitHelp('aql check')}

Example:
  recourse aql check adapters/*.md`;

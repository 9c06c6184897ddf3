import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs artifacts`. */
export const help = `Usage: recourse runs artifacts ID [KEY] [--output FILE] [--json]

Lists the artifacts of a run, or prints one. KEY is a name, or name/scope. The
content is checked against its hash.

  --output FILE   write the content of KEY to this file
${stateHelp}
  --json          {artifacts: […]}; with KEY {name, content_type, sha256, …,
                  encoding, content}, binary content in base64; with
                  --output, output instead of encoding and content

${exitHelp('runs artifacts')}`;

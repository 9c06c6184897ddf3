import type { Rule } from '../rules/index.ts';
import { text } from '../rules/index.ts';

const supported = ['1.0'];
/** Labels of the drafts before it: still read, as nothing in them is different. */
const deprecated: ReadonlySet<string> = new Set(['1.0.0-draft', '1.0.0-alpha.1']);

/** The version of the format that a file is written in; none means the one there is. */
export const schemaVersion: Rule<string> = (place, report) => {
  const version = text({ longest: 64, expected: "a version such as '1.0', in quotes" })(place, report);
  if (version === undefined || supported.includes(version)) return version;
  const isOld = deprecated.has(version);
  report({
    severity: isOld ? 'warning' : 'error',
    code: isOld ? 'SCHEMA_VERSION_DEPRECATED' : 'SCHEMA_VERSION_UNSUPPORTED',
    message: isOld ? `Schema version '${version}' is deprecated` : `Unknown schema version '${version}'`,
    field_path: place.path,
    offset: place.offset,
    expected: supported,
    actual: version,
    suggestion: `write '${supported[0] ?? ''}'`,
  });
  return version;
};

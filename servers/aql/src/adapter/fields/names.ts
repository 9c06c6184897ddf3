import { badName, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import type { Place } from '../rules/place.ts';
import type { Rule } from '../rules/index.ts';
import { text } from '../rules/index.ts';

const snake = /^[a-z][a-z0-9_]*$/;
/** Of operations and parameters. */
export const longestName = 64;

/** The name as it would be right: `perPage` is `per_page`. Undefined if nothing sensible is left. */
const toSnake = (name: string): string | undefined => {
  const made = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  return snake.test(made) ? made : undefined;
};

/** Judges a name that callers write. `reserved` names mean something else already. */
export const isSnake =
  (noun: string, reserved: ReadonlySet<string> = new Set()) =>
  (name: string, place: Place, report: Report): boolean => {
    if (!snake.test(name) || name.length > longestName) {
      const isSnakeCase = snake.test(name);
      const better = isSnakeCase ? undefined : toSnake(name);
      const rule = isSnakeCase ? `have at most ${longestName} characters` : 'be snake_case';
      const shown = name.slice(0, longestName);
      report(
        badName(place, `${noun} name '${shown}' must ${rule}${better === undefined ? '' : ` (try '${better}')`}`, {
          expected: `up to ${longestName} lower-case letters, digits and underscores, starting with a letter`,
          ...(better !== undefined && { suggestion: better }),
        }),
      );
      return false;
    }
    if (!reserved.has(name)) return true;
    report(badName(place, `${noun} name '${name}' is reserved by the protocol`, { suggestion: `${name}_of_api` }));
    return false;
  };

/** A string that is such a name. */
export const snakeName =
  (noun: string, reserved?: ReadonlySet<string>): Rule<string> =>
  (place, report) => {
    const name = text()(place, report);
    return name !== undefined && isSnake(noun, reserved)(name, place, report) ? name : undefined;
  };

/** The name of an environment variable. In capitals only: most secrets are not, and one must not be taken for a name. */
export const environmentName = text({
  pattern: /^[A-Z_][A-Z0-9_]{0,127}$/,
  expected: 'the name of an environment variable, such as EXAMPLE_TOKEN',
  suggestion: 'keep the secret in an environment variable and put its name here',
  confidential: true,
});

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
/** Headers that decide how a message is framed, routed or signed: a file does not set them. */
const ownHeaders: ReadonlySet<string> = new Set(
  'authorization connection content-encoding content-length cookie expect host keep-alive proxy-authorization set-cookie te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Judges the name of a header that a file or a caller may fill. */
export const isHeaderName = (name: string, place: Place, report: Report): boolean => {
  const fine = headerName.test(name);
  if (fine && !ownHeaders.has(name.toLowerCase())) return true;
  report(
    wrong(place, fine ? 'a header that adapters may set' : 'the name of a header', {
      actual: fine ? `'${name}'` : 'another string',
    }),
  );
  return false;
};

/** The name of a cookie. */
export const cookieName = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

/** The name of a header, to be read from answers or to be signed with. */
export const headerText = text({ pattern: headerName, expected: 'the name of a header' });

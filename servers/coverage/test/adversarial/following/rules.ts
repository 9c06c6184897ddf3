import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { ProjectName } from '../projects/index.ts';
import { changeText, getArgument, removeArgument, setArgument } from './arguments.ts';
import { sampleOf, testsOf } from './samples.ts';

/** A call, and what has to be done before it is made. */
export interface Step {
  readonly tool: string;
  readonly input: JsonObject;
  /** A file of the project to put in order first. */
  readonly mend?: { readonly path: string; readonly text: string };
  /** Whether the operator serves with --mode ci for it. */
  readonly asOperator?: boolean;
}

/** A refusal, with what its details say. */
export interface Refusal extends Step {
  readonly project: ProjectName;
  readonly details: JsonObject;
}

type Follow = (refusal: Refusal, match: RegExpExecArray) => Partial<Step>;

const textOf = (details: JsonObject, name: string): string => String(details[name] ?? '');
/** The field that was refused. */
const fieldOf = ({ details }: Refusal): string => textOf(details, 'field') || textOf(details, 'param_name');
const sample = ({ tool, project }: Refusal, field: string): Json => sampleOf(field, tool, project);
const put = (refusal: Refusal, field: string, value: Json): Partial<Step> => ({
  input: setArgument(refusal.input, field, value),
});
const drop = ({ input }: Refusal, field: string): Partial<Step> => ({ input: removeArgument(input, field) });
const first = (list = ''): string => list.split(', ')[0] ?? '';
const without = (text: string, code: string): string =>
  text.replaceAll(String.fromCodePoint(Number.parseInt(code.slice(2), 16)), '');
const policy = 'version: 1\npolicy: { default: { min: 0 } }\n';
const profile = 'SF:src/math.js\nDA:1,1\nend_of_record\n';

/** A path, whether it is the whole of a field or the value of a flag. */
const insidePath = (refusal: Refusal): Partial<Step> => {
  const field = fieldOf(refusal);
  const value = String(sample(refusal, field));
  return { input: changeText(refusal.input, field, () => value) };
};

/** Every advice that the server gives, and what a caller does who takes it at its word. */
const rules: readonly (readonly [RegExp, Follow])[] = [
  [/^Remove the rejected flag from testArgs\./, (refusal) => drop(refusal, fieldOf(refusal))],
  [/^Use a path inside the (?:project root|working directory)\.$/, insidePath],
  [/^Set \S+ to the path of a regular file\.$/, insidePath],
  [/^Set \S+ to a shorter path\.$/, insidePath],
  [/^Set (\S+) to a path that ends in \S+?(?: or \S+)?\.$/, insidePath],
  [
    /^Set (\S+) to a test file or folder of the project, as a path that starts with \.\/, or omit it and filter by name with (?:run|testRun)\.$/,
    (refusal, [, field = '']) => put(refusal, field, testsOf(refusal.project)),
  ],
  [
    /^Send (\S+) without '(.)'; put a test name filter that needs '\$' or '\|' in (?:run|testRun)\.$/s,
    (refusal, [, field = '', character = '']) =>
      put(refusal, field, String(getArgument(refusal.input, field)).replaceAll(character, '')),
  ],
  [
    /^(?:Strip control bytes: s|S)end (\S+) without (U\+[0-9A-F]+)\.$/,
    (refusal, [, field = '', code = '']) =>
      put(refusal, field, without(String(getArgument(refusal.input, field)), code)),
  ],
  [
    /^Remove NUL, CR, LF and other control characters from '(\S+)'\.$/,
    (refusal, [, field = '']) =>
      put(refusal, field, String(getArgument(refusal.input, field)).replaceAll(/[\p{Cc}\p{Cf}]/gu, '')),
  ],
  [
    /^Call check without fromProfile(?:, so| to create one)/,
    ({ tool, input }) => ({ tool: 'check', input: tool === 'check' ? removeArgument(input, 'fromProfile') : {} }),
  ],
  [
    /^(?:Fix '.+' in the file|Correct the error in the configuration file), then repeat the call\.$/,
    ({ details }) => ({ mend: { path: textOf(details, 'path'), text: policy } }),
  ],
  [
    /^Generate the profile again with its test runner/,
    ({ details }) => ({ mend: { path: textOf(details, 'path'), text: profile } }),
  ],
  [
    /^(?:Regenerate .+, or remove (?:it|them) from merge\.profiles|Ask the operator to start the server with --allow-unattested, or to remove)/,
    ({ input }) => ({ mend: { path: String(input['configPath']), text: policy } }),
  ],
  [/^Set (\S+) to another path, such as (\S+)\.$/, (refusal, [, field = '', value = '']) => put(refusal, field, value)],
  [/^Use 30s, 10m, 1h30s, …$/, (refusal) => ({ input: changeText(refusal.input, fieldOf(refusal), () => '1h30s') })],
  [
    /^Set (\S+) to a branch, tag or commit, such as main or HEAD~1\.$/,
    (refusal, [, field = '']) => put(refusal, field, 'HEAD~1'),
  ],
  [/^Pass a branch, tag or commit of this clone;/, (refusal) => put(refusal, fieldOf(refusal) || 'diffRef', 'HEAD~1')],
  [
    /^Remove the shell metacharacters \(` \$ ; \| & < > and newline\)/,
    (refusal) => ({
      input: changeText(refusal.input, fieldOf(refusal), (text) => text.replaceAll(/[`$;|&<>\n]/g, '')),
    }),
  ],
  [
    /^Send a '(.+)' that matches '(.+)'\.$/,
    (refusal, [, field = '', pattern = '']) => {
      const value = sample(refusal, field);
      if (!new RegExp(pattern).test(String(value))) throw new Error(`The sample of ${field} does not match ${pattern}`);
      return put(refusal, field, value);
    },
  ],
  [
    /^Use plain regex; remove backtick \/ \$\(\.\.\.\) \/ \$\{\.\.\.\} \/ ; \/ &, and start it with a letter, digit, \^ or \(\.$/,
    (refusal) => ({
      input: changeText(refusal.input, fieldOf(refusal), (text) =>
        text.replaceAll(/`|\$\([^)]*\)?|\$\{[^}]*\}?|;|&/g, '').replace(/^[^\p{L}\p{N}^(]+/u, ''),
      ),
    }),
  ],
  [
    /^Use test names joined by 'and', 'or' or 'not', such as '(.+)'\.$/,
    (refusal, [, value = '']) => ({ input: changeText(refusal.input, fieldOf(refusal), () => value) }),
  ],
  [
    /^Pass alphanumeric, comma-separated identifiers, such as (.+)\.$/,
    (refusal, [, value = '']) => ({ input: changeText(refusal.input, fieldOf(refusal), () => value) }),
  ],
  [
    /^Correct the value of '(.+?)' in (\S+) \('.+?' (?:takes a value such as (.+)|must be one of: (.+))\), or omit it\.$/,
    (refusal, [, flag = '', field = '', example, words]) => {
      const value = example ?? first(words);
      const isAlone = !String(getArgument(refusal.input, field)).startsWith(flag);
      return put(refusal, field, isAlone ? value : `${flag}=${value}`);
    },
  ],
  [/^Send '(--?\S+)' alone\.$/, (refusal, [, flag = '']) => put(refusal, fieldOf(refusal), flag)],
  [
    /^Send the flag before '--'\.$/,
    ({ input }) => ({
      input: { ...input, testArgs: (input['testArgs'] as readonly string[]).filter((word) => word !== '--') },
    }),
  ],
  [
    /^Send the value of '(\S+)' in the same argument: '\S+=…'\.$/,
    (refusal, [, flag = '']) => put(refusal, fieldOf(refusal), `${flag}=${String(sample(refusal, 'run'))}`),
  ],
  [
    /^Send (\S+) with at most (\d+) (?:characters|items)\.$/,
    (refusal, [, field = '', most = '']) => {
      const value = getArgument(refusal.input, field);
      return put(
        refusal,
        field,
        Array.isArray(value) ? value.slice(0, Number(most)) : String(value).slice(0, Number(most)),
      );
    },
  ],
  [
    /^Send (\S+) with at least 1 (?:character|item)\.$/,
    (refusal, [, field = '']) => put(refusal, field, sample(refusal, field)),
  ],
  [
    /^Send at most (\d+) elements in (\S+)\.$/,
    (refusal, [, most = '', field = '']) =>
      put(refusal, field, (getArgument(refusal.input, field) as Json[]).slice(0, Number(most))),
  ],
  [
    /^(?:Omit (\S+?)(?:, or send a value| and filter by name with (?:run|testRun))?|Leave (\S+) out)\.$/,
    (refusal, [, field, other = '']) => drop(refusal, field ?? other),
  ],
  [/^Pass only domains from this list: (.+)\.$/, (refusal, [, names]) => put(refusal, 'domains', [first(names)])],
  [
    /^Leave the policy and the coverage history unchanged, or ask the operator to start the server with --mode ci;/,
    () => ({ asOperator: true }),
  ],
  [/^Pass dryRun: true to see the text of the comment,/, (refusal) => put(refusal, 'dryRun', true)],
  [/^Pass force: true to overwrite\.$/, (refusal) => put(refusal, 'force', true)],
  [/^Keep '(.+)' at (\d+) or (?:more|less)\.$/, (refusal, [, field = '', bound]) => put(refusal, field, Number(bound))],
  [/^Set '(.+)' to one of: (.+)\.$/, (refusal, [, field = '', names]) => put(refusal, field, first(names))],
  [
    /^Change the type of '(.+)' to (?:string|boolean|number|integer|array)\.$/,
    (refusal, [, field = '']) => put(refusal, field, sample(refusal, field)),
  ],
  [
    /^Run from inside a Go module, pass language for non-Go repos,/,
    (refusal) => put(refusal, 'language', 'javascript'),
  ],
  [/^Pass provider as one of: (.+)\.$/, (refusal, [, names]) => put(refusal, 'provider', first(names))],
  [/^Use one of: (.+)\.$/, (_, [, names]) => ({ tool: first(names), input: {} })],
  [
    /^Pass a profile that covers files of this project, or call check without fromProfile to create one\.$/,
    (refusal) => put(refusal, 'profile', sample(refusal, 'profile')),
  ],
  [/^Set it only in \S+, not in (\S+)\.$/, (refusal, [, field = '']) => drop(refusal, field)],
  [/^Pass an earlier incrementalRef,/, (refusal) => put(refusal, 'incrementalRef', 'HEAD~1')],
  [/^Repeat the call without (?:a )?(\w+)[.,]/, (refusal, [, field = '']) => drop(refusal, field)],
  [/^Remove or rename (\w+)\. Valid parameters:/, (refusal, [, field = '']) => drop(refusal, field)],
  [/^Correct '(.+)': the name is reserved\.$/, (refusal, [, field = '']) => drop(refusal, field)],
  [
    /^(?:Repeat the call|Call '.+' again) with '(.+)' set\.$/,
    (refusal, [, field = '']) => put(refusal, field, sample(refusal, field)),
  ],
];

/** The step that the advice asks for, or undefined if it cannot be followed literally. */
export const stepFor = (remediation: string, refusal: Refusal): Step | undefined => {
  for (const [pattern, follow] of rules) {
    const match = pattern.exec(remediation);
    if (match) return { tool: refusal.tool, input: refusal.input, ...follow(refusal, match) };
  }
  return undefined;
};

/** The details of a refusal as the dialect carries them. */
export const detailsOf = (value: JsonObject): JsonObject => {
  const { recourse } = value;
  const details = isJsonObject(recourse) ? recourse['details'] : undefined;
  return isJsonObject(details) ? details : {};
};

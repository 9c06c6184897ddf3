import { coverageVerbs, flagName } from './options.ts';

const tools = coverageVerbs.map(({ tool }) => tool).join('|');
// A name of one plain word may be just that word.
const fields = coverageVerbs
  .flatMap(({ options }) => options.map(({ field }) => field))
  .filter((field) => /[A-Z]/.test(field));
const calls = new RegExp(`\\b([Cc])all (')?(${tools})\\b\\2`, 'g');
const names = new RegExp(`(?<![-\\w])(${[...new Set(fields)].join('|')})\\b`, 'g');

/** Advice of the server as a terminal follows it: tools are commands, their fields options, their details above. */
export const asTyped = (advice: string): string =>
  advice
    .replaceAll(
      calls,
      (_, first: string, _quote: string | undefined, tool: string) =>
        `${first === 'C' ? 'R' : 'r'}un recourse coverage ${tool}`,
    )
    .replaceAll(names, (field) => `--${flagName(field)}`)
    .replaceAll(' in output_tail', ' above');

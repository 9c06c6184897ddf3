import type { Choice, Completions } from './completions.ts';
import { quoteWord } from './quote-word.ts';

/** A script for fish. File names are completed after a command, and not in place of a word of one. */
export const fishScript = (completions: Completions): string => {
  const paths = [...completions.keys()].filter((path) => path !== '').map(quoteWord);
  const groups = [...completions].filter(([, choices]) => !choices.some(isOption)).map(([path]) => path);
  const rows = [...completions].flatMap(([path, choices]) => choices.map((choice) => rowOf(path, choice)));
  return `# Completion of recourse for fish: recourse completion fish | source
function __recourse_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$at $word")
    contains -- "$next" ${paths.join(' ')}; and set at $next
  end
  test "$at" = "$argv"
end
complete -c recourse -e
${groups.map((path) => `complete -c recourse -n ${quoteWord(`__recourse_at "${path}"`)} -f`).join('\n')}
${rows.join('\n')}
`;
};

const isOption = ({ word }: Choice): boolean => word.startsWith('--');

const rowOf = (path: string, { word, about }: Choice): string => {
  const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoteWord(word)}`;
  return `complete -c recourse -n ${quoteWord(`__recourse_at "${path}"`)} ${what} -d ${quoteWord(about)}`;
};

import type { Completions } from './completions.ts';
import { quoteWord } from './quote-word.ts';

/** A script for bash. Where no word fits, bash completes file names. */
export const bashScript = (completions: Completions): string => {
  const cases = [...completions].map(
    ([path, choices]) => `    ${quoteWord(path)}) words=${quoteWord(choices.map(({ word }) => word).join(' '))} ;;`,
  );
  return `# Completion of recourse for bash: source <(recourse completion bash)
_recourse() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case "\${path:+$path }$word" in
      ${[...completions.keys()]
        .filter((path) => path !== '')
        .map(quoteWord)
        .join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _recourse recourse
`;
};

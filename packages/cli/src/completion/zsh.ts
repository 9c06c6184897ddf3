import type { Completions } from './completions.ts';
import { quoteWord } from './quote-word.ts';

/** A script for zsh. Where no word fits, zsh completes file names. */
export const zshScript = (completions: Completions): string => {
  const cases = [...completions].map(([path, choices]) => {
    // A colon separates a word from its description.
    const rows = choices.map(({ word, about }) => quoteWord(`${word.replaceAll(':', String.raw`\:`)}:${about}`));
    return `    ${quoteWord(path)}) choices=(\n      ${rows.join('\n      ')}\n    ) ;;`;
  });
  return `#compdef recourse
# Completion of recourse for zsh: source <(recourse completion zsh)
_recourse() {
  local at='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${[...completions.keys()]
        .filter((path) => path !== '')
        .map((path) => path.replaceAll(' ', String.raw`\ `))
        .join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe recourse choices || _files
}
if [[ "\${funcstack[1]}" == _recourse ]]; then _recourse "$@"; else compdef _recourse recourse; fi
`;
};

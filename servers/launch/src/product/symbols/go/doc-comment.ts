import { cutDoc } from '../symbol.ts';

/** Turns the lines of a Go doc comment into Markdown: indented lines are code or items of a list. */
export const goDocToMarkdown = (comments: readonly string[]): string => {
  const lines = comments
    .flatMap((comment) =>
      comment.startsWith('/*') ? comment.slice(2, -2).split('\n') : [comment.replace(/^\/\//, '')],
    )
    .map((line) => line.replace(/^ (?=\S)/, '').trimEnd());
  const written: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, indent = '', rest = ''] = /^(\s*)(.*)$/.exec(line) ?? [];
    if (indent === '' || rest === '') written.push(line.trim());
    else if (/^(?:[-*+•]|\d+[.)])\s/.test(rest)) written.push(rest.replace(/^[*+•]/, '-'));
    else {
      const isStart = written.at(-1) !== '' && !written.at(-1)?.startsWith('    ');
      if (isStart && index > 0) written.push('');
      written.push(`    ${line.replace(/^ ?(?:\t| {1,3})/, '').replaceAll('\t', '    ')}`);
    }
  }
  return cutDoc(written.join('\n').replace(/^\n+/, '').trimEnd());
};

/** Instructions for tools are not part of a comment. */
export const isDirective = (comment: string): boolean => /^\/\/(?:go:|nolint|export |line |\s*\+build)/.test(comment);

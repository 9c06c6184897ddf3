/** @param {readonly (readonly string[])[]} rows */
export const markdownTable = ([head, ...rows]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const fenced = /^[ \t]*(```+|~~~+)[\s\S]*?^[ \t]*\1[ \t]*$/gm;
const inline = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;
/** Braces three levels deep: the types in JSDoc tags. */
const braces = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** Removes a part of a source and keeps its line breaks. @type {(part: string) => string} */
export const emptied = (part) => part.replace(/[^\n]+/g, '');

/** Removes fenced code, and replaces inline code and braces by `{}`. @type {(source: string) => string} */
export const withoutCode = (source) =>
  source
    .replace(fenced, emptied)
    .replace(inline, '{}')
    .replace(braces, (part) => `{}${emptied(part)}`);

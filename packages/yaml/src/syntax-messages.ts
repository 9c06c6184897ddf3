import type { YAMLError } from 'yaml';

/** Problems of syntax in our words: the parser's own repeat the text, which may be a secret. */
export const syntaxMessages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_ALIAS: 'this is not a valid alias; a value that begins with * needs quotes',
  BAD_DQ_ESCAPE: 'this escape is not valid in double quotes; use single quotes for a literal backslash',
  BAD_INDENT: 'the indentation does not match the surrounding lines',
  BAD_SCALAR_START: 'a value cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key or a list starts inside a value; quote a value that contains a colon',
  BLOCK_IN_FLOW: 'inside brackets, separate items with commas, not with dashes or indentation',
  KEY_OVER_1024_CHARS: 'the key is longer than 1024 characters',
  MISSING_CHAR: 'something is missing here, such as a colon, a quote, a comma or a closing bracket',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line; a colon or a quote may be missing',
  MULTIPLE_DOCS: 'only one document is allowed; remove everything after the first one',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
  TAB_AS_INDENT: 'tabs cannot be used for indentation; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not supported; write the value itself',
  UNEXPECTED_TOKEN: 'this is not allowed here; a value that begins with * or contains : # [ ] { } needs quotes',
};

import type { YAMLError } from 'yaml';

/** Problems of syntax in our words: the parser's own repeat the text, which may be a secret. */
export const syntaxMessages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_ALIAS: 'this is not a valid alias; a value that begins with * needs quotes',
  BAD_DQ_ESCAPE: 'this escape is not known in double quotes; use single quotes to take a backslash as it is',
  BAD_INDENT: 'the indentation does not fit its surroundings',
  BAD_SCALAR_START: 'a value cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key or a list begins inside a value; put a value with a colon in quotes',
  BLOCK_IN_FLOW: 'indented lines are not allowed inside brackets',
  KEY_OVER_1024_CHARS: 'the key is too long',
  MISSING_CHAR: 'something is missing here, such as a colon, a quote, a comma or a closing bracket',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line; a colon or a quote may be missing',
  MULTIPLE_DOCS: 'only one document is read; remove what follows the second ---',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'it nests too deeply',
  TAB_AS_INDENT: 'a tab cannot indent; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not read; write the value itself',
  UNEXPECTED_TOKEN: 'this is not allowed here; a value that begins with * or contains : # [ ] { } needs quotes',
};

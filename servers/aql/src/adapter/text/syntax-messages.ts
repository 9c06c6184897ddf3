import type { YAMLError } from 'yaml';

/** What is wrong with the YAML, in our words: the parser's own repeat what stands there, which may be a secret. */
export const syntaxMessages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'this escape is not known in double quotes; use single quotes to take a backslash as it is',
  BAD_INDENT: 'the indentation does not fit its surroundings',
  BAD_SCALAR_START: 'a text cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key or a list begins where a value stands; put a value with a colon in quotes',
  BLOCK_IN_FLOW: 'indented lines cannot stand inside brackets',
  KEY_OVER_1024_CHARS: 'the key is too long',
  MISSING_CHAR: 'something is missing here, such as a colon, a quote, a comma or a closing bracket',
  MULTILINE_IMPLICIT_KEY: 'a key stands on one line; a colon or a quote may be missing',
  MULTIPLE_DOCS: 'one file is one adapter; remove what follows the second ---',
  NON_STRING_KEY: 'a key is a text',
  RESOURCE_EXHAUSTION: 'it nests too deeply',
  TAB_AS_INDENT: 'a tab cannot indent; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not read; write the value itself',
  UNEXPECTED_TOKEN: 'this does not belong here; a text with : # [ ] { } or a quote in it needs quotes',
};

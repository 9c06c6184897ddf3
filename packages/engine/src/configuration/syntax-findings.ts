import { parseTree, printParseErrorCode, stripComments } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { Finding } from './configuration-problem.ts';
import { toPointer, walk } from './configuration-tree.ts';

export interface ReadTree {
  readonly root?: Node;
  readonly findings: readonly Finding[];
  /** False if what follows an error cannot be trusted to mean what it seems to. */
  readonly intact: boolean;
}

/** Reads the file as plain JSON. Comments and trailing commas are refused, but what surrounds them is still read. */
export const readTree = (text: string): ReadTree => {
  if (text.trim() === '') {
    const message = 'the file is empty; write {} or remove the file to use the defaults';
    return { findings: [{ offset: 0, path: '', message }], intact: false };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  // Blanks keep the offsets, and a comment must not hide the comma in front of it.
  const bare = stripComments(text, ' ');
  const found = errors.map((error) => describe(error, bare));
  const intact = root !== undefined && found.every(({ harmless }) => harmless);
  const findings = distinct(found.map(({ finding }) => finding));
  return { ...(root && { root }), findings: intact ? [...findings, ...keyFindings(root)] : findings, intact };
};

const describe = (error: ParseError, text: string): { readonly finding: Finding; readonly harmless: boolean } => {
  const at = (offset: number, message: string, harmless = false) => ({
    finding: { offset, path: '', message },
    harmless,
  });
  const name = printParseErrorCode(error.error);
  if (name === 'InvalidCommentToken') return at(error.offset, 'comments are not allowed in JSON; remove it', true);
  const before = text.slice(0, error.offset).trimEnd();
  const trailing = before.endsWith(',') && /^\s*[}\]]/.test(text.slice(error.offset));
  if (trailing) return at(before.length - 1, 'a comma before a closing bracket is not allowed; remove it', true);
  return at(error.offset, messages[name] ?? 'this is not valid JSON');
};

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value; strings need double quotes',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the file should end here',
  UnexpectedEndOfString: 'the string is not closed with a double quote',
  InvalidUnicode: 'this is not a valid \\u escape',
  InvalidEscapeCharacter: 'this is not a JSON escape sequence',
  InvalidCharacter: 'this character is not allowed in JSON',
};

/** A single mistake can cause several parser errors at the same position. */
const distinct = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((finding, index) => findings.findIndex(({ offset }) => offset === finding.offset) === index);

/**
 * Rejects duplicate keys, of which only one would count, and keys that name the prototype, which would not count at
 * all.
 */
const keyFindings = (root: Node): readonly Finding[] => {
  const findings: Finding[] = [];
  walk(root, (node, steps) => {
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const key = String(property.children?.[0]?.value);
      const path = toPointer([...steps, key]);
      if (key === '__proto__') findings.push({ offset: property.offset, path, message: 'this key is not allowed' });
      if (seen.has(key)) findings.push({ offset: property.offset, path, message: 'this key is duplicated' });
      seen.add(key);
    }
  });
  return findings;
};

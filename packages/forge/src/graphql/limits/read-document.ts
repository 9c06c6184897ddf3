import { GraphQLError, Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql';
import { queryLimits } from './query-limits.ts';

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Parses a query. The parser recurses and keeps every token, so both are counted before it starts. */
export function readDocument(text: string): DocumentNode {
  const { characters, tokens, nesting } = queryLimits;
  if (text.length > characters) throw new GraphQLError(`The query is longer than ${characters} characters.`);
  const lexer = new Lexer(new Source(text));
  let open = 0;
  for (let count = 0; lexer.token.kind !== TokenKind.EOF; count += 1) {
    const { kind } = lexer.advance();
    if (opening.has(kind)) open += 1;
    if (closing.has(kind)) open -= 1;
    if (count >= tokens) throw new GraphQLError(`The query has more than ${tokens} tokens.`);
    if (open > nesting) throw new GraphQLError(`The query is nested more than ${nesting} levels deep.`);
  }
  return parse(text);
}

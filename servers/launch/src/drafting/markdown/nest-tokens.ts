import type { Token } from 'markdown-it';

/** A block of a document with the blocks inside it. */
export interface Block {
  /** Without `_open`. */
  readonly type: string;
  readonly token: Token;
  readonly children: readonly Block[];
}

/** Turns the flat list of a parser into a tree. */
export const nestTokens = (tokens: readonly Token[]): readonly Block[] => {
  const root: Block[] = [];
  const open: Block[][] = [root];
  for (const token of tokens) {
    const children: Block[] = [];
    if (token.nesting >= 0) open.at(-1)?.push({ type: token.type.replace(/_open$/, ''), token, children });
    if (token.nesting === 1) open.push(children);
    else if (token.nesting === -1 && open.length > 1) open.pop();
  }
  return root;
};

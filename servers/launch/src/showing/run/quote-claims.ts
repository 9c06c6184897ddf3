import type { Claim } from '../../artifacts.ts';
import { digestOf } from '../../claims/create-claim.ts';
import { readText } from '../../product/read-text.ts';
import type { Place, Tree } from '../../sources/tree.ts';
import type { ShownClaim } from './shown-run.ts';
import { sourceUrl } from './source-url.ts';

const mostLines = 12;
const longestLine = 200;

/** Adds to each claim the lines that it cites. Without a tree, claims only get their address. */
export const quoteClaims = async (
  claims: readonly Claim[],
  product: Place,
  tree: Tree | undefined,
): Promise<ReadonlyMap<string, ShownClaim>> => {
  const files = new Map<string, readonly string[] | undefined>();
  for (const { source } of tree ? claims : []) {
    if (!files.has(source.path)) files.set(source.path, tree && (await readText(tree, source.path))?.split('\n'));
  }
  return new Map(
    claims.map((claim) => {
      const lines = files.get(claim.source.path);
      const quote = lines && { quote: quoteOf(claim, lines) };
      return [claim.id, { ...claim, url: sourceUrl(product, claim.source), ...quote }];
    }),
  );
};

const quoteOf = ({ source, sha256 }: Claim, lines: readonly string[]) => {
  const cited = lines.slice(source.start_line - 1, source.end_line);
  return {
    lines: cited
      .slice(0, mostLines)
      .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)),
    more: Math.max(0, cited.length - mostLines),
    isSame: digestOf(source, lines) === sha256,
  };
};

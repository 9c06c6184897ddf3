import { anchorOf } from '../markdown/anchors.ts';
import { symbolKey } from '../planning/outlined.ts';
import { createLinkResolver } from './markdown/product-links.ts';
import { inlineCode } from './markdown/safe-code.ts';
import { escapeText } from './markdown/escape-text.ts';
import { writeBlocks } from './markdown/write-blocks.ts';
import type { PageContext, ProductSymbol } from './page-context.ts';

/** A list of names with the first paragraph of their comments, each linked to its reference. Names without a comment come last. */
export const taskBlocks = (
  context: PageContext,
  declarations: readonly (readonly ProductSymbol[])[],
): readonly string[] => {
  const rows = declarations.flatMap((names) => rowOf(context, names));
  const isLoose = rows.some((row) => row.includes('\n'));
  return rows.length === 0 ? [] : [rows.join(isLoose ? '\n\n' : '\n')];
};

const rowOf = (context: PageContext, names: readonly ProductSymbol[]): readonly string[] => {
  const [symbol] = names;
  if (!symbol) return [];
  const { plan, claims, citing } = context;
  const page = plan.pages.find(({ role, uses }) => role === 'module' && uses?.includes(symbolKey(symbol)));
  const title = names.map(({ name }) => name).join(', ');
  const own = claims.about(symbol.name, symbol.source.path);
  const shown = names.map(({ name }) => inlineCode(name) ?? escapeText(name)).join(', ');
  const link = page ? `[${shown}](${context.linkTo(page)}#${anchorOf(title)})` : shown;
  const [first = '', second = ''] = writeBlocks(symbol.doc, {
    level: 3,
    resolve: createLinkResolver(context.links, symbol.source.path),
    heading: (text) => text,
  });
  const isProse = first !== '' && !/^(?:[-#>|`]|\d+\.)/.test(first);
  // A paragraph that ends with a colon leads to its code.
  const code = first.endsWith(':') && second.startsWith('```') ? `\n\n${second.replaceAll(/^(?=.)/gm, '  ')}` : '';
  const words = isProse ? first.replaceAll('\n', ' ').replace(/:$/, code === '' ? '.' : ':') + code : '';
  citing.quote(own, title);
  citing.quote(own.slice(0, 2), `${title}: ${own[1]?.text ?? ''}`);
  return [`- ${link}${words === '' ? '' : `: ${words}`}`];
};

import { createMarkdownParser } from '../markdown/markdown-parser.ts';
import { snippetOf } from './read-document.ts';
import type { Snippet } from './read-document.ts';
import { openSampleSyntax } from './sample-syntax.ts';
import type { ProductSymbol } from './symbols/symbol.ts';

const mostSamples = 60;
const scripts: ReadonlySet<string> = new Set(['js', 'javascript', 'ts', 'typescript', 'jsx', 'tsx', 'mjs']);

/**
 * Reads the samples in doc comments, each under the name that it is about. Indented text in a Go comment is a sample
 * only if it is Go: prose is indented too.
 */
export const readDocSamples = async (
  symbols: readonly ProductSymbol[],
  language: string | null,
): Promise<readonly Snippet[]> => {
  const parser = createMarkdownParser();
  const isGo = language === 'go' ? await openSampleSyntax('go') : undefined;
  const seen = new Set<string>();
  const samples: Snippet[] = [];
  for (const { name, doc, source, doc_source: place = source } of symbols) {
    if (samples.length >= mostSamples) break;
    for (const { type, info, content } of parser.parse(doc, {})) {
      const code = content.replace(/\n+$/, '');
      const named = info.trim().split(/\s/)[0]?.toLowerCase() ?? '';
      const isSample =
        (type === 'fence' && (scripts.has(named) || named === 'pycon' || named === 'python')) ||
        (type === 'code_block' && isGo !== undefined && /[=(]/.test(code) && isGo(code) === undefined);
      if (!isSample || code.trim() === '' || seen.has(code)) continue;
      seen.add(code);
      samples.push(snippetOf({ language: type === 'fence' ? named : 'go', title: name, code, source: place }));
    }
  }
  return samples;
};

import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import type { Node, Tree } from 'web-tree-sitter';

/** The languages that are parsed with a grammar, as WebAssembly. */
export type GrammarName = 'python' | 'go';

/** The folder of the package, from the sources and from the build. */
const fileOf = (name: GrammarName): string => fileURLToPath(new URL(`../../grammars/${name}.wasm`, import.meta.url));
const loading = new Map<GrammarName, Promise<Parser>>();
let ready: Promise<void> | undefined;

const load = async (name: GrammarName): Promise<Parser> => {
  await (ready ??= Parser.init());
  return new Parser().setLanguage(await Language.load(fileOf(name)));
};

const parserOf = (name: GrammarName): Promise<Parser> => {
  const parser = loading.get(name) ?? load(name);
  loading.set(name, parser);
  return parser;
};

interface ParseLimits {
  /**
   * The parser reports its progress every hundred steps. Real files need fewer than one report for each hundred
   * characters; the limit is counted, not timed, so that equal files give equal results on every machine.
   */
  readonly mostReports: number;
  /** A step of an ambiguous text can be slow, so there is a limit in time behind the one in steps. */
  readonly longestMs: number;
}

const usualLimits: ParseLimits = { mostReports: 40_000, longestMs: 5000 };

/** Parses code, hands the tree over and frees it. Undefined for code that takes too long. */
type UseTree = <Result>(code: string, use: (root: Node) => Result) => Result | undefined;

/** Loads a grammar. Parsing with it needs no waiting. */
export const openGrammar = async (name: GrammarName, limits: Partial<ParseLimits> = {}): Promise<UseTree> => {
  const parser = await parserOf(name);
  const { mostReports, longestMs } = { ...usualLimits, ...limits };
  return (code, use) => {
    const start = performance.now();
    let reports = 0;
    const progressCallback = (): boolean => (reports += 1) > mostReports || performance.now() - start > longestMs;
    const tree: Tree | null = parser.parse(code, null, { progressCallback });
    if (!tree) {
      parser.reset();
      return undefined;
    }
    try {
      return use(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
};

/** The named children of a node. */
export const childrenOf = (node: Node): readonly Node[] => node.namedChildren.filter((child) => child !== null);

/** Lines of a node, counted from 1. */
export const firstLine = (node: Node): number => node.startPosition.row + 1;
export const lastLine = (node: Node): number => node.endPosition.row + (node.endPosition.column === 0 ? 0 : 1);

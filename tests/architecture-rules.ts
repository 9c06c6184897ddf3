import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import statement, re-export, or dynamic import of a literal. */
export interface Import {
  readonly specifier: string;
  /** True for `import type` and `export type`, which the compiler removes. */
  readonly erased: boolean;
}

/** Edges of a graph: what each node leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of one source file. Throws if the file does not parse. */
export const readImports = (file: string, text: string): readonly Import[] => {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors.map(({ message }) => message).join('; ')}`);
  // `import { type A } from './a.ts'` still loads the module under verbatimModuleSyntax, so only the keyword counts.
  const isErased = (start: number): boolean =>
    /^(?:import|export)\s+type\s+(?:\{|\*|\w+\s+from)/.test(text.slice(start));
  return [
    ...module.staticImports.map(({ moduleRequest, start }) => ({
      specifier: moduleRequest.value,
      erased: isErased(start),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, erased: isErased(start) }] : [],
      ),
    ),
    ...module.dynamicImports
      .map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
      .filter((request) => /^['"`]/.test(request))
      .map((request) => ({ specifier: request.slice(1, -1), erased: false })),
  ];
};

/** The files that each file of a `src` folder loads: its relative imports, without the erased ones. */
export const loadedFiles = (imports: ReadonlyMap<string, readonly Import[]>): Graph =>
  new Map(
    [...imports].map(([file, found]) => [
      file,
      found
        .filter(({ specifier, erased }) => !erased && specifier.startsWith('.'))
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier)),
    ]),
  );

/** The unit of a file: the folder directly under `src`, or the file itself if it is there. */
const unitOf = (file: string): string => file.split('/', 1)[0] ?? file;

/** Compares the files of a package with its `layers`, lowest first. Returns one sentence for each violation. */
export const layerProblems = (layers: readonly string[], files: Graph): readonly string[] => {
  const units = new Set([...files.keys()].map(unitOf));
  const listed = new Set(layers);
  const isAbove = (one: string, other: string): boolean =>
    listed.has(one) && listed.has(other) && layers.indexOf(one) > layers.indexOf(other);
  const upward = [...files].flatMap(([file, targets]) =>
    targets
      .filter((target) => isAbove(unitOf(target), unitOf(file)))
      .map((target) => `${file} imports ${target}, but '${unitOf(target)}' is above '${unitOf(file)}'`),
  );
  return [
    ...layers.filter((unit, index) => layers.indexOf(unit) !== index).map((unit) => `'${unit}' is listed twice`),
    ...[...listed].filter((unit) => !units.has(unit)).map((unit) => `'${unit}' is listed and does not exist`),
    ...[...units].filter((unit) => !listed.has(unit)).map((unit) => `'${unit}' is not listed`),
    ...upward,
  ];
};

/** Finds one cycle of a graph, first node repeated at the end. */
export const findCycle = (graph: Graph): readonly string[] | undefined => {
  const finished = new Set<string>();
  const visit = (node: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (finished.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...trail, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
};

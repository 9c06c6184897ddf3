import path from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { findCodePlaces } from './code-places.ts';
import type { CodePlace } from './code-places.ts';
import { placeOf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { findUnknownNames } from './named-codes.ts';
import type { KnownNames, NamedText } from './named-codes.ts';
import { createReachableCodes } from './reachable-codes.ts';
import { createResolver } from './resolve-names.ts';
import { openSources } from './sources.ts';
import { findTools } from './tool-definitions.ts';
import { findToolMismatches } from './tool-mismatches.ts';
import type { Exclusion } from './tool-mismatches.ts';

/** A package whose sources and documents must agree with its registry. */
export interface MirroredPackage {
  /** The path of its `tsconfig.json`, which names the sources. */
  readonly config: string;
  /** Sources that only the compiler sees, by their paths from the folder of `config`. */
  readonly virtual?: Readonly<Record<string, string>>;
  /** The codes of its own namespace. Each must be produced, or be reserved. */
  readonly codes: Readonly<Record<string, { readonly reserved: boolean }>>;
  /** The codes of others that it may use, such as those of the core. */
  readonly borrowed: readonly string[];
  /** Codes that something else produces: a dialect answers with them for codes of the core. */
  readonly producedElsewhere?: readonly string[];
  /** Codes that every tool may answer with, whether it declares them or not. */
  readonly implied?: readonly string[];
  readonly excluded?: readonly Exclusion[];
  /** The files whose codes are known only at run time, because a manifest names them. They are checked there. */
  readonly atRunTime?: readonly string[];
  /** Documents that name codes. */
  readonly documents?: readonly NamedText[];
  readonly variables?: KnownNames['variables'];
}

/** Compares the sources and documents of a package with its registry. */
export const findMismatches = (given: MirroredPackage): readonly Mismatch[] => {
  const { files, checker, close } = openSources(given.config, given.virtual);
  try {
    if (files.length === 0) throw new Error(`${given.config} names no sources`);
    const codes = new Set([...Object.keys(given.codes), ...given.borrowed]);
    const places = files.flatMap((file) => findCodePlaces(file, checker, codes));
    const texts = files.map(({ fileName, text }) => ({ name: path.basename(fileName), text }));
    const isFixed = (node: Node): boolean =>
      given.atRunTime?.includes(path.basename(node.getSourceFile().fileName)) !== true;
    const resolve = createResolver(files, checker);
    return [
      ...places.filter(({ node }) => isFixed(node)).flatMap((place) => findPlaceMismatches(place, codes)),
      ...findUnknownNames([...texts, ...(given.documents ?? [])], { codes, variables: given.variables }),
      ...findRegistryMismatches(given, places),
      ...findToolMismatches(
        files.flatMap((file) => findTools(file, checker)).filter(({ node }) => isFixed(node)),
        {
          implied: given.implied ?? [],
          excluded: given.excluded ?? [],
          certain: createReachableCodes(resolve, places, { skipsSwallowed: true }),
          possible: createReachableCodes(resolve, places, { skipsSwallowed: false }),
        },
      ),
    ];
  } finally {
    close();
  }
};

const findPlaceMismatches = ({ node, values }: CodePlace, codes: ReadonlySet<string>): readonly Mismatch[] => {
  const place = placeOf(node);
  const unregistered = values.literals.filter((code) => !codes.has(code));
  return [
    ...unregistered.map((subject) => ({ kind: 'unregistered', subject, place }) as const),
    ...(values.isOpen ? [{ kind: 'dynamic', subject: node.getText(), place } as const] : []),
  ];
};

const findRegistryMismatches = (
  { codes, producedElsewhere = [] }: MirroredPackage,
  places: readonly CodePlace[],
): readonly Mismatch[] => {
  const made = new Set(places.filter(({ makesFailure }) => makesFailure).flatMap(({ values }) => values.literals));
  return Object.entries(codes).flatMap(([subject, { reserved }]): readonly Mismatch[] => {
    if (reserved) return made.has(subject) ? [{ kind: 'reserved but produced', subject, place: 'registry' }] : [];
    const isProduced = made.has(subject) || producedElsewhere.includes(subject);
    return isProduced ? [] : [{ kind: 'never produced', subject, place: 'registry' }];
  });
};

import type { Node, Program } from 'oxc-parser';
import type { OwningPackage, Place } from '../facts.ts';
import type { Aliases } from '../syntax/calls.ts';
import type { Imports } from '../syntax/imports.ts';
import type { Scope, Scopes } from '../syntax/scope.ts';

/** One parsed file, as the collectors see it. */
export interface Source {
  readonly file: string;
  readonly owner: OwningPackage | null;
  readonly program: Program;
  readonly aliases: Aliases;
  readonly imports: Imports;
  readonly scopes: Scopes;
  /** The file imports us or a neighbour, so that its `fail` can be ours. */
  readonly related: boolean;
  /** The file is in a folder of dialects, whose tables name codes without producing them. */
  readonly translates: boolean;
  /** The file is marked: its codes are examples. */
  readonly shows: boolean;
  place(node: Node): Place;
}

/** One node on the way through a file. */
export interface Visit {
  readonly node: Node;
  readonly parent: Node | null;
  readonly scope: Scope;
  readonly source: Source;
}

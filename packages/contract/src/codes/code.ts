import type { z } from 'zod';
import type { Template } from './template.ts';

/**
 * Kinds of codes: an `error` fails a call, a `warning` accompanies a success, and a `report` occurs only inside a
 * report.
 */
export const kinds = ['error', 'warning', 'report'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The subject of a code. It is a separate field because the prefix does not always show it: CONFIRMATION_REQUIRED is
 * `permission`.
 */
export const categories = [
  'validation',
  'not_found',
  'permission',
  'conflict',
  'rate_limit',
  'token',
  'schema',
  'batch',
  'upstream',
  'internal',
] as const;
export type Category = (typeof categories)[number];

/** The caller's next step. The set is closed, so that a program can implement every member. */
export const recoveries = [
  'fix_input',
  'retry',
  'wait',
  'confirm',
  'discover',
  'change_state',
  'authorize',
  'verify',
  'report',
] as const;
export type Recovery = (typeof recoveries)[number];

/** Why a code should no longer be used, and what took its place. */
export interface Deprecation {
  readonly since: string;
  readonly use?: string;
  readonly why: string;
}

/** One code as its author writes it: every fact about it, in one row. */
export interface CodeRow {
  readonly kind: Kind;
  readonly category: Category;
  /** Null if no HTTP answer exists: warnings, reports, and what fails before there is a call. */
  readonly http: number | null;
  /** Whether the same call, unchanged, can succeed later. A single failure may narrow it, never widen it. */
  readonly retryable: boolean;
  readonly recovery: Recovery;
  /** The version that first had the code. */
  readonly since: string;
  /** A short name for the condition. */
  readonly summary: Template;
  /** The message for people. */
  readonly message: Template;
  /** What to do about it, as an instruction. */
  readonly hint: Template;
  /**
   * The data of a failure with this code. Only fields that are always known are required. A function defers building
   * the schema to the first failure, so that a long table costs nothing at startup.
   */
  readonly details?: z.ZodObject | (() => z.ZodObject);
  readonly deprecated?: Deprecation;
  /** No code path produces the code yet; the lock does not bind it until one does. */
  readonly reserved?: true;
}

/** The details of a row, as a caller of `fail` gives them. */
export type DetailsOf<Row extends CodeRow> = Row extends {
  readonly details: (infer Schema extends z.ZodObject) | (() => infer Schema extends z.ZodObject);
}
  ? z.output<Schema>
  : NoDetails;
type NoDetails = { readonly [key: string]: never };

/** One code, complete: the row, its key (namespace and code), and what the row left out filled in. */
export interface CodeDefinition<Code extends string = string, Row extends CodeRow = CodeRow> {
  readonly namespace: string | null;
  readonly code: Code;
  readonly kind: Row['kind'];
  readonly category: Category;
  readonly http: number | null;
  readonly retryable: boolean;
  readonly recovery: Recovery;
  readonly since: string;
  readonly summary: Template;
  readonly message: Template;
  readonly hint: Template;
  readonly details: () => z.ZodObject;
  readonly deprecated: Deprecation | null;
  readonly reserved: boolean;
}

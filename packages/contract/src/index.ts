export { categories, kinds, recoveries } from './codes/code.ts';
export type { Category, CodeDefinition, CodeRow, Deprecation, DetailsOf, Kind, Recovery } from './codes/code.ts';
export { codeSetProblems, defineCodes } from './codes/define-codes.ts';
export type { CodeOf, CodeSet, DefineCodesOptions } from './codes/define-codes.ts';
export { definePluginCodes } from './codes/define-plugin-codes.ts';
export { renderTemplate } from './codes/template.ts';
export type { Template } from './codes/template.ts';
export type { CallFacts, CarriedField, Dialect, DialectName, JsonSchema } from './dialects/dialect.ts';
export { batch } from './failures/batch.ts';
export { causeOf, changeFailure, effects, isFailure, soundBytesOf } from './failures/failure.ts';
export type { AnyCode, AppliedWhen, Effect, Failure, NextAction, Similar, Subject } from './failures/failure.ts';
export { fromUnknown } from './failures/from-unknown.ts';
export type { FailureOptions } from './failures/make-failure.ts';
export type { BlockAnnotations, ContentBlock, DocumentContents } from './failures/content-block.ts';
export { readOutcome } from './failures/read-outcome.ts';
export type { ReadOutcome } from './failures/read-outcome.ts';
export { onlyContent, succeed, withContent } from './failures/outcome.ts';
export type { Outcome, Success, Warning } from './failures/outcome.ts';
export { coreRegistry, createRegistry, fail, warn } from './failures/registry.ts';
export type {
  AdapterRows,
  CoreSet,
  ErrorCode,
  Fail,
  LoadedAdapterCodes,
  LoadedCodes,
  Registry,
  Warn,
  WarningCode,
} from './failures/registry.ts';
export { findSimilar } from './failures/similar.ts';
export type { SimilarOptions } from './failures/similar.ts';
export { isJsonObject } from './json.ts';
export type { Json, JsonObject } from './json.ts';
export { coreCodes } from './registries/core/codes.ts';
export type { CoreCode, KnownCode } from './registries/known-code.ts';

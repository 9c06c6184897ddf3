export { compareCoverage } from './advice/compare-coverage.ts';
export type { Comparison, FileDelta } from './advice/compare-coverage.ts';
export { debt } from './advice/debt.ts';
export type { Debt, DebtItem } from './advice/debt.ts';
export { strategies, suggest } from './advice/suggest.ts';
export type { Strategy, Suggestion } from './advice/suggest.ts';
export type { History, HistoryDomain, HistoryEntry } from './history/history.ts';
export { appendHistory, historyName, readHistory, toHistoryEntry } from './history/store-history.ts';
export type { HistoryPlace, HistoryProblem } from './history/store-history.ts';
export { trend } from './history/trend.ts';
export type { Trend } from './history/trend.ts';
export type { Domain, FileRule, Policy, PolicySource } from './policy.ts';
export { configChange } from './reading/config-change.ts';
export { detectedLanguages, detectProject } from './reading/detect-project.ts';
export type { DetectedProject } from './reading/detect-project.ts';
export type { PolicyProblem } from './reading/policy-problem.ts';
export { isPolicyProblems, policyNames, readPolicy } from './reading/read-policy.ts';
export type { ReadPolicyOptions } from './reading/read-policy.ts';
export { readAnnotations } from './verdict/annotations.ts';
export type { Annotation, Annotations } from './verdict/annotations.ts';
export { percentOf } from './verdict/counts.ts';
export { evaluate } from './verdict/evaluate.ts';
export type { EvaluateOptions } from './verdict/evaluate.ts';
export type {
  ChangedLinesResult,
  DomainResult,
  FileResult,
  RatchetResult,
  Status,
  Verdict,
  VerdictProblem,
  VerdictWarning,
} from './verdict/verdict.ts';
export { applySuggestions } from './writing/apply-suggestions.ts';
export type { Applied, ApplyProblem } from './writing/apply-suggestions.ts';
export { writeInit } from './writing/write-init.ts';
export type { InitOptions, InitProblem, InitResult } from './writing/write-init.ts';

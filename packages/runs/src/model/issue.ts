import { hash } from 'node:crypto';

export const severities = ['blocker', 'error', 'warn', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A problem that a gate has found. */
export interface FoundIssue {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly rule?: string;
  /** Text around the problem. It identifies the issue if lines move. */
  readonly context?: string;
}

export interface Issue extends FoundIssue {
  readonly id: string;
  readonly gate: string;
  readonly status: 'OPEN' | 'RESOLVED';
}

/** The id of an issue. It stays the same if only the line changes. */
export const issueId = (gate: string, { code, path = '', rule = '', context = '' }: FoundIssue): string => {
  const normalised = context.trim().replace(/\s+/gu, ' ').toLowerCase();
  return `iss_${hash('sha256', JSON.stringify([gate, code, path, rule, normalised])).slice(0, 12)}`;
};

/** Whether an issue keeps a run from being published. */
export const isBlocking = ({ severity }: FoundIssue): boolean => severity === 'blocker' || severity === 'error';

/** Orders issues as they are to be fixed: by severity, gate, path, line and id. */
export const compareIssues = (one: Issue, other: Issue): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  compareTexts(one.gate, other.gate) ||
  compareTexts(one.path ?? '', other.path ?? '') ||
  (one.line ?? 0) - (other.line ?? 0) ||
  compareTexts(one.id, other.id);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

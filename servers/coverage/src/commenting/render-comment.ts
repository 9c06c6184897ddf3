import { showPercent } from '../badge/render-badge.ts';
import { showText } from '../untrusted/show-text.ts';
import { commentMark } from './put-comment.ts';

interface CommentRow {
  readonly name: string;
  readonly percent: number;
  readonly required?: number;
  readonly status?: string;
  readonly delta?: number;
  /** Uncovered line ranges, as people write them. */
  readonly uncovered?: string;
}

export interface CommentFacts {
  readonly holds: boolean;
  readonly summary: string;
  readonly domains: readonly CommentRow[];
  readonly files: readonly CommentRow[];
  readonly origin: readonly string[];
}

const mostRows = 50;
/** GitHub takes 65,536 characters. */
const longestBody = 60_000;

/** Renders the comment. Names from the repository are in code spans, so that they cannot be markup or a mention. */
export const renderComment = ({ holds, summary, domains, files, origin }: CommentFacts): string => {
  const parts = [
    commentMark,
    `### Coverage: ${holds ? 'holds' : 'does not hold'}`,
    plain(summary),
    table('Domain', domains),
    table('File', files),
    `<sub>${origin.map(plain).join(' · ')}</sub>`,
  ].filter((part) => part !== '');
  const body = parts.join('\n\n');
  return body.length <= longestBody ? body : parts.filter((part) => !part.startsWith('| File')).join('\n\n');
};

const table = (title: string, rows: readonly CommentRow[]): string => {
  if (rows.length === 0) return '';
  const more = rows.length > mostRows ? `\n\nRows not shown: ${rows.length - mostRows}.` : '';
  const lines = rows.slice(0, mostRows).map((row) => {
    const { name, percent, required, status, delta, uncovered } = row;
    const cells = [
      codeSpan(name),
      `${showPercent(percent)} %`,
      required === undefined ? '' : `${required} %`,
      delta === undefined ? '' : `${delta > 0 ? '+' : ''}${delta.toFixed(1)}`,
      uncovered ?? status ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return (
    [`| ${title} | Covered | Required | Change | |`, '| --- | ---: | ---: | ---: | --- |', ...lines].join('\n') + more
  );
};

/** A code span that the text cannot end: its fence is longer than any row of backticks in it. */
const codeSpan = (text: string): string => {
  const seen = showText(text, 300).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...seen.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 || /^\s|\s$/.test(seen) ? `${ticks} ${seen} ${ticks}` : `${ticks}${seen}${ticks}`;
};

/** Text outside of code spans: nothing in it is markup, a mention or a reference. */
const plain = (text: string): string =>
  showText(text).replaceAll(/[\\`*_[\]<>|#@&]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

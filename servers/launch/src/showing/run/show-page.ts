import type { Citations, CitedSentence, Claim, ValidationReport } from '../../artifacts.ts';
import { readFrontMatter } from '../../markdown/read-front-matter.ts';
import { isReadable } from '../../markdown/read-page.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import { judgeSentences } from './judge-sentences.ts';
import type { ReportIssue, ShownClaim, ShownPage, ShownSentence, Standing } from './shown-run.ts';

/** A page as it is now and as it was before the run. */
export interface PageText {
  readonly path: string;
  /** Undefined if it could not be read. */
  readonly text: string | undefined;
  readonly before: string | undefined;
}

export interface PageFacts {
  readonly citations: Citations['pages'][number]['sentences'];
  readonly claims: ReadonlyMap<string, ShownClaim>;
  readonly issues: readonly ReportIssue[];
  readonly report: ValidationReport | undefined;
  readonly title: string | undefined;
}

/** Joins a page with what its sentences cite and with its issues. */
export const showPage = ({ path, text, before }: PageText, facts: PageFacts): ShownPage => {
  const { citations, claims, issues, report } = facts;
  const cited = new Map(citations.map((sentence) => [sentence.text, sentence]));
  const kept = new Set(sentencesOf(before)?.map((sentence) => sentence.text));
  const read: readonly Pick<ShownSentence, 'kind' | 'text' | 'line'>[] =
    sentencesOf(text) ?? citations.map((sentence) => ({ kind: 'prose', text: sentence.text }));
  const objections = judgeSentences(read, issues, report);
  return {
    path,
    title: titleOf(text) ?? facts.title ?? path,
    lines: text?.split('\n'),
    isNew: before === undefined,
    issues,
    sentences: read.map((sentence) => {
      const { kind, text: words, line } = sentence;
      const citation = cited.get(words);
      const standing = standingOf(citation, kept.has(words));
      return {
        kind,
        text: words,
        ...(line !== undefined && { line }),
        standing,
        claims: (citation?.claims ?? []).flatMap((id) => claims.get(id) ?? []),
        unknown: (citation?.claims ?? []).filter((id) => !claims.has(id)),
        ...(citation?.phrase && { phrase: citation.phrase.name }),
        ...(objections && standing !== 'kept' && { objections: objections.get(sentence) ?? [] }),
      };
    }),
  };
};

/** The claims that sentences cite, each of them once. */
export const citedClaims = ({ pages }: Citations, claims: readonly Claim[]): readonly Claim[] => {
  const ids = new Set(pages.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence.claims)));
  return claims.filter(({ id }) => ids.has(id));
};

const standingOf = (citation: CitedSentence | undefined, isKept: boolean): Standing => {
  if (isKept) return 'kept';
  if (citation?.phrase) return 'phrase';
  return citation && citation.claims.length > 0 ? 'cited' : 'uncited';
};

const sentencesOf = (text: string | undefined) =>
  text !== undefined && isReadable(text) ? readSentences(text) : undefined;

const titleOf = (text: string | undefined): string | undefined => {
  const title = text === undefined || !isReadable(text) ? undefined : readFrontMatter(text).values?.['title'];
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
};

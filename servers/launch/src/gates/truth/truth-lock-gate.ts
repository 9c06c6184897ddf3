import { setImmediate } from 'node:timers/promises';
import type { FoundIssue } from '@recourse/runs';
import type { Citations, CitedSentence } from '../../artifacts.ts';
import { isReadable } from '../../markdown/read-page.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import type { Sentence } from '../../markdown/read-sentences.ts';
import type { Grounds } from '../../truth/grounds.ts';
import { judgeSentence } from '../../truth/judge-sentence.ts';
import type { Verdict } from '../../truth/judge-sentence.ts';
import type { GateDefinition } from '../define-gate.ts';
import { mostIssues } from '../findings.ts';
import { issueCodes } from '../issue-codes.ts';
import type { TouchedPage } from '../scene.ts';
import { groundArtifacts, readGrounds } from './read-grounds.ts';

/** The code of the issue for each verdict. */
export const truthCodes: Readonly<Record<Exclude<Verdict['verdict'], 'backed'>, string>> = {
  uncited: issueCodes.truthUncitedFact,
  unbacked: issueCodes.truthUnbackedFact,
  contradicted: issueCodes.truthContradictedFact,
  stale: issueCodes.truthStaleFact,
};

/**
 * Reports sentences that do not follow from the claims that they cite. They stop the run in every profile. Sentences
 * that a page had before the run are people's words and are not judged.
 */
export const truthLockGate: GateDefinition = {
  name: 'truth_lock',
  needs: ['citations.json', ...groundArtifacts],
  limits: { local: 60, ci: 120, prod: 120 },
  look: async (scene) => {
    const citations = await scene.artifacts.json<Citations>('citations.json');
    const cited = new Set(citations.pages.flatMap(({ sentences }) => sentences.flatMap(({ claims }) => claims)));
    const grounds = await readGrounds({ ...scene, cited });
    const issues: FoundIssue[] = [];
    for (const page of scene.pages) {
      // Other runs get their turn between two pages.
      await setImmediate();
      scene.signal.throwIfAborted();
      issues.push(...checkPage(page, citationsOf(citations, page.path), grounds));
      if (issues.length >= mostIssues) break;
    }
    return { issues };
  },
};

const citationsOf = ({ pages }: Citations, path: string): ReadonlyMap<string, CitedSentence> =>
  new Map(
    pages.filter((page) => page.path === path).flatMap(({ sentences }) => sentences.map((one) => [one.text, one])),
  );

/** The sentences that the run has written, each once. */
export const newSentences = ({ text, before }: TouchedPage): readonly Sentence[] => {
  const seen = new Set(before === undefined || !isReadable(before) ? [] : readSentences(before).map(keyOf));
  return readSentences(text).filter((sentence) => {
    const isNew = !seen.has(keyOf(sentence));
    seen.add(keyOf(sentence));
    return isNew;
  });
};

/** The same words with another link or other code are another statement. */
const keyOf = ({ text, codes, urls }: Sentence): string => JSON.stringify([text, codes, urls]);

const checkPage = (
  page: TouchedPage,
  citations: ReadonlyMap<string, CitedSentence>,
  grounds: Grounds,
): readonly FoundIssue[] => {
  const sentences = newSentences(page);
  const headings = new Set(sentences.flatMap(({ kind, text }) => (kind === 'heading' ? [text] : [])));
  return sentences.flatMap((sentence): readonly FoundIssue[] => {
    const judged = { ...sentence, text: unnumbered(sentence, headings) };
    const { verdict, reason } = judgeSentence(judged, citations.get(sentence.text), grounds);
    if (verdict === 'backed') return [];
    return [
      {
        code: truthCodes[verdict],
        severity: 'blocker',
        message: `'${page.path}' says '${shorten(sentence.text)}'. ${reason}`,
        path: page.path,
        line: sentence.line,
        context: sentence.text,
      },
    ];
  });
};

/** A heading that occurs again has a number, which says nothing about the product. */
const unnumbered = ({ kind, text }: Sentence, headings: ReadonlySet<string>): string => {
  const plain = text.replace(/ \(\d+\)$/u, '');
  return kind === 'heading' && headings.has(plain) ? plain : text;
};

const shown = 200;
const shorten = (text: string): string => (text.length > shown ? `${text.slice(0, shown)}…` : text);

import { standings } from '../report/words.ts';
import { visible } from '../html/visible.ts';
import type { ShownClaim, ShownSentence } from '../run/shown-run.ts';
import { placeOf } from '../run/source-url.ts';
import type { MarkNames } from './mark-sentences.ts';
import type { PreviewPage } from './preview-page.ts';

/** Everything that the overlay of a page shows, as JSON. All text of the product is written as text by the overlay. */
export const overlayData = (view: PreviewPage | undefined, names: MarkNames, style: string): string =>
  JSON.stringify({
    names,
    style,
    index: '/__launch/',
    ...(view && { counts: view.counts, sentences: view.page.sentences.map(sentenceOf) }),
  });

const sentenceOf = ({ text, standing, claims, phrase, unknown, objections }: ShownSentence) => ({
  text: visible(text),
  look: objections && objections.length > 0 ? 'objection' : standing,
  label: objections && objections.length > 0 ? 'objection' : standings[standing][0],
  meaning: `This sentence ${standings[standing][1]}.`,
  ...(phrase !== undefined && { phrase: visible(phrase) }),
  ...(unknown.length > 0 && { unknown }),
  objections: (objections ?? []).map(({ error_code, message }) => ({
    code: visible(error_code),
    message: visible(message),
  })),
  isBacked: standing === 'cited' && objections?.length === 0,
  claims: claims.map(claimOf),
});

const claimOf = ({ kind, subject, text, source, url, quote }: ShownClaim) => ({
  kind,
  ...(subject !== undefined && { subject: visible(subject) }),
  text: visible(text),
  place: visible(placeOf(source)),
  url,
  ...(quote && {
    first: source.start_line,
    lines: quote.lines.map(visible),
    more: quote.more,
    isSame: quote.isSame,
  }),
});

import type { Claim, Draft, EvidenceMap, PlannedPage, ProductFacts } from '../../artifacts.ts';
import { symbolKey, topicKey } from '../../planning/outlined.ts';
import { speaksToModel } from './speaks-to-model.ts';

/** The claims that a page is written from, as far as a model may see them. */
export interface PageClaims {
  readonly claims: readonly Claim[];
  /** How many were left out because they speak to a model. */
  readonly withheld: number;
}

interface Sources {
  readonly evidence: EvidenceMap;
  readonly facts: ProductFacts;
}

const mostClaims = 40;
const longestClaim = 500;
const mostCharacters = 12_000;

/** Code is shown on pages as it is; prose is written from the other claims. */
const told: ReadonlySet<Claim['kind']> = new Set(['manifest', 'symbol', 'prose', 'release', 'license']);

/** Finds the claims of a page: those that its sentences cite, and those from the facts that the plan names. */
export const pageClaims = (
  planned: PlannedPage,
  { sentences }: Pick<Draft['pages'][number], 'sentences'>,
  { evidence, facts }: Sources,
): PageClaims => {
  const cited = new Set(sentences.flatMap(({ claims }) => claims));
  const uses = new Set(planned.uses ?? []);
  const sources = [
    ...facts.topics.filter((topic) => uses.has(topicKey(topic))),
    ...facts.symbols.filter((symbol) => uses.has(symbolKey(symbol))),
  ].map(({ source }) => source);
  const isOfPage = ({ id, source }: Claim): boolean =>
    cited.has(id) ||
    sources.some(
      ({ path, start_line, end_line }) =>
        source.path === path && source.start_line >= start_line && source.end_line <= end_line,
    );
  const all = evidence.claims.filter((claim) => told.has(claim.kind) && isOfPage(claim));
  const hostile = all.filter(({ text, subject = '' }) => speaksToModel(text) || speaksToModel(subject));
  // A claim beside such a text may be a part of it.
  const harmless = all.filter((claim) => !hostile.some((other) => overlap(claim.source, other.source)));
  let characters = 0;
  const claims = harmless
    .filter(({ text }) => text.length <= longestClaim)
    .slice(0, mostClaims)
    .filter(({ text }) => (characters += text.length) <= mostCharacters);
  return { claims, withheld: all.length - harmless.length };
};

const overlap = (one: Claim['source'], other: Claim['source']): boolean =>
  one.path === other.path && one.start_line <= other.end_line && other.start_line <= one.end_line;

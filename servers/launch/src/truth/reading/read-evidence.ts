import type { Claim } from '../../artifacts.ts';
import { stemOf } from '../words/stem.ts';
import { synonymsOf } from '../words/synonyms.ts';
import { isGrammar } from '../words/word-lists.ts';
import { readStatement } from './read-statement.ts';
import type { Quantity, Statement } from './read-statement.ts';

/** A claim, taken apart. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly statement: Statement;
  /** Its stems, those of its subject, and those that its kind implies. */
  readonly stems: ReadonlySet<string>;
}

/** The claims that a sentence cites, taken apart. */
export interface Evidence {
  readonly claims: readonly ReadClaim[];
  /** The words of all claims, and their subjects. */
  readonly raw: string;
  /** The lines that the claims cite. Addresses of links are there, and not in the words of the claims. */
  readonly lines: string;
  readonly identifiers: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
}

const mostCharacters = 8000;

/** Words that a signature backs without having them. */
const inSignature =
  'type argument parameter function method class interface constant declare accept receive return signature';
const inCommand = 'install command run package';
const signature =
  /^(?:export|default|declare|async|abstract|public|static|def|func|fn|function|const|let|var|class|type|interface|enum|struct)\s/u;

export const readClaim = (claim: Claim): ReadClaim => {
  const text = claim.text.slice(0, mostCharacters);
  const statement = readStatement(text);
  const implied =
    claim.kind === 'symbol' && signature.test(text) ? inSignature : claim.kind === 'command' ? inCommand : '';
  const stems = new Set([
    ...statement.stems,
    ...lettersOf(`${text} ${claim.subject ?? ''} ${implied}`).map(stemOf),
    ...[claim.subject ?? '', ...statement.codes].flatMap(partsOf).map(stemOf),
  ]);
  return { claim, statement, stems };
};

export const readEvidence = (claims: readonly ReadClaim[], lines: string): Evidence => {
  const raw = claims.map(({ claim, statement }) => `${claim.subject ?? ''}\n${statement.text}`).join('\n');
  return {
    claims,
    raw,
    lines,
    identifiers: new Set(raw.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)*/gu)),
    quantities: claims.flatMap(({ statement }) => statement.quantities),
  };
};

/** Whether a claim has a stem, one that means the same, or a public name that begins with its start. */
export const hasStem = ({ stems, claim }: ReadClaim, stem: string): boolean => {
  if (stems.has(stem)) return true;
  for (const synonym of synonymsOf(stem)) if (stems.has(synonym)) return true;
  return partsOf(claim.subject ?? '').some((part) => part.length >= 4 && stem.startsWith(part.toLowerCase()));
};

const lettersOf = (text: string): readonly string[] =>
  (text.match(/\p{L}+/gu) ?? []).filter((word) => !isGrammar(word));

/** The words that a public name is made of. */
const partsOf = (name: string): readonly string[] => name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [];

import type { Claim, EvidenceMap, ProductFacts, SnippetCatalog } from '../artifacts.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import { readText } from '../product/read-text.ts';
import type { Tree } from '../sources/tree.ts';
import { createClaim } from './create-claim.ts';

interface Facts {
  readonly facts: ProductFacts;
  readonly snippets: SnippetCatalog;
}

type Statement = Omit<Claim, 'id' | 'sha256'>;

/** Turns the facts of a product into claims, in the order of the facts. Equal claims are listed once. */
export const buildClaims = async (tree: Tree, { facts, snippets }: Facts): Promise<EvidenceMap> => {
  const statements: readonly Statement[] = [
    ...facts.install.map(({ command, source }): Statement => ({ kind: 'command', text: command, source })),
    ...facts.topics.flatMap(({ text, source }) => sentencesOf('prose', text, source)),
    ...facts.symbols.flatMap(({ name, signature, doc, source }): readonly Statement[] => [
      { kind: 'symbol', subject: name, text: signature, source },
      ...sentencesOf('symbol', doc, source, name),
    ]),
    ...facts.releases.flatMap(({ version, text, source }) => sentencesOf('release', text, source, version)),
    ...snippets.snippets.map(({ code, source }): Statement => ({ kind: 'example', text: code, source })),
  ];
  const files = new Map<string, readonly string[]>();
  for (const { path } of statements.map(({ source }) => source))
    if (!files.has(path)) files.set(path, ((await readText(tree, path)) ?? '').split('\n'));
  const claims = new Map<string, Claim>();
  for (const statement of statements) {
    const claim = createClaim(statement, files.get(statement.source.path) ?? []);
    if (claim.text !== '' && !claims.has(claim.id)) claims.set(claim.id, claim);
  }
  return { schema_version: '1.0', ref: facts.ref, claims: [...claims.values()] };
};

const sentencesOf = (
  kind: Claim['kind'],
  markdown: string,
  source: Claim['source'],
  subject?: string,
): readonly Statement[] =>
  readSentences(`\n${markdown}`).map(({ text }) => ({ kind, ...(subject !== undefined && { subject }), text, source }));

import type { Claim, EvidenceMap, ProductFacts, SnippetCatalog } from '../artifacts.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import { readText } from '../product/read-text.ts';
import type { Tree } from '../sources/tree.ts';
import { createClaim } from './create-claim.ts';
import { createLocator } from './locate-sentence.ts';

interface Facts {
  readonly facts: ProductFacts;
  readonly snippets: SnippetCatalog;
}

type Statement = Omit<Claim, 'id' | 'sha256'>;
/** Statements that are read from the lines of one fact. */
type Reading = (lines: readonly string[]) => readonly Statement[];

/** Turns the facts of a product into claims, in the order of the facts. Equal claims are listed once. */
export const buildClaims = async (tree: Tree, { facts, snippets }: Facts): Promise<EvidenceMap> => {
  const readings: readonly (readonly [Claim['source'], Reading])[] = [
    ...(facts.fields ?? []).map(({ key, value, source }) => stated(key, value, source)),
    ...facts.install.map(({ command, source }) => whole({ kind: 'command', text: command, source })),
    ...facts.topics.flatMap(({ title, text, source }) => [prose('prose', `${title}.\n\n${text}`, source)]),
    ...facts.symbols.flatMap(({ name, signature, doc, source, doc_source: docSource }) => [
      whole({ kind: 'symbol', subject: name, text: signature, source }),
      ...(doc === '' ? [] : [prose('symbol', doc, docSource ?? source, name)]),
    ]),
    ...facts.releases.map(({ version, text, source }) => prose('release', text, source, version)),
    ...snippets.snippets.map(({ title, code, source }) =>
      whole({ kind: 'example', subject: title, text: code, source }),
    ),
  ];
  const files = new Map<string, readonly string[]>();
  const claims = new Map<string, Claim>();
  for (const [{ path }, read] of readings) {
    const lines = files.get(path) ?? ((await readText(tree, path)) ?? '').split('\n');
    files.set(path, lines);
    for (const statement of read(lines)) {
      const claim = createClaim(statement, lines);
      if (claim.text !== '' && !claims.has(claim.id)) claims.set(claim.id, claim);
    }
  }
  return { schema_version: '1.0', ref: facts.ref, claims: [...claims.values()] };
};

/** A value of the product, with the lines that have its words. */
const stated = (subject: string, text: string, source: Claim['source']): readonly [Claim['source'], Reading] => [
  source,
  (lines) => [
    {
      kind: isLicense(source.path) ? 'license' : 'manifest',
      subject,
      text,
      source: createLocator(lines, source)(text),
    },
  ],
];

const isLicense = (path: string): boolean => /(?:^|\/)(?:licen[sc]e|copying|unlicense)[^/]*$/i.test(path);

const whole = (statement: Statement): readonly [Claim['source'], Reading] => [statement.source, () => [statement]];

/** One statement for each sentence, with the lines of that sentence. */
const prose = (
  kind: Claim['kind'],
  markdown: string,
  source: Claim['source'],
  subject?: string,
): readonly [Claim['source'], Reading] => [
  source,
  (lines) => {
    const locate = createLocator(lines, source);
    return readSentences(`\n${markdown}`).map(({ text }) => ({
      kind,
      ...(subject !== undefined && { subject }),
      text,
      source: locate(text),
    }));
  },
];

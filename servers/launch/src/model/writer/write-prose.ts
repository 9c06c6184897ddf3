import type { WorkContext } from '@recourse/runs';
import type { Draft, EvidenceMap, PagePlan, PlannedPage, ProductFacts } from '../../artifacts.ts';
import type { LlmConfig } from '../../config/llm-config.ts';
import type { RunConfig } from '../../config/run-config.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import type { Grounds } from '../../truth/grounds.ts';
import { askOnce } from '../asking/ask-once.ts';
import type { ReplySentence } from '../asking/read-reply.ts';
import type { ModelClient } from '../client/create-model-client.ts';
import { ModelError } from '../client/model-error.ts';
import type { LlmCall, LlmCalls, PageProse, Prose } from '../prose.ts';
import { acceptSentences } from './accept-sentences.ts';
import { introductionOf, linesOfProse } from './insert-prose.ts';
import { pageClaims } from './page-claims.ts';
import type { PageClaims } from './page-claims.ts';
import { introductionPrompt } from './write-prompt.ts';

export interface ProseInputs {
  readonly draft: Draft;
  readonly plan: PagePlan;
  readonly facts: ProductFacts;
  readonly evidence: EvidenceMap;
  readonly grounds: Grounds;
}

type DraftPage = Draft['pages'][number];

const fewestClaims = 2;
const mostSentences = 5;

/** A page and what the model said about it. */
interface Written {
  readonly page: DraftPage;
  readonly found: PageClaims;
  readonly sentences: readonly ReplySentence[];
  readonly reason?: string;
  readonly failed: boolean;
}

/**
 * Lets a model write introductions for the pages of a section. A page for which it gives nothing that can be used stays
 * as it was drafted, with the reason.
 */
export const writeProse = async (
  context: WorkContext<RunConfig>,
  client: ModelClient,
  { draft, plan, facts, evidence, grounds }: ProseInputs,
): Promise<{ readonly prose: Prose; readonly calls: LlmCalls }> => {
  const { config } = context;
  const planned = new Map(plan.pages.map((page) => [page.path, page]));
  const calls = new Map<string, LlmCall[]>(draft.pages.map(({ path }) => [path, []]));
  const ask = (page: DraftPage): Promise<Written> => {
    const own = planned.get(page.path);
    const found = own ? pageClaims(own, page, { evidence, facts }) : { claims: [], withheld: 0 };
    const skipped = skipReason(config, page, own, found);
    if (!config.llm || !own || skipped !== undefined) {
      return Promise.resolve({ page, found, sentences: [], failed: false, ...(skipped && { reason: skipped }) });
    }
    const onCall = (call: LlmCall): void => void calls.get(page.path)?.push(call);
    return askAbout(context, client, { llm: config.llm, page, own, found, onCall });
  };
  // Every page is waited for, so that no request continues after the step has ended.
  const settled = await Promise.allSettled(draft.pages.map(ask));
  const present = new Set<string>();
  const pages = settled.map((result): PageProse => {
    if (result.status === 'rejected') throw result.reason;
    const written = concluded(result.value, { config, present, grounds });
    for (const { text } of written.sentences) present.add(text);
    return written;
  });
  const common = { schema_version: '1.0', section: draft.section } as const;
  return { prose: { ...common, pages }, calls: { ...common, calls: [...calls.values()].flat() } };
};

const skipReason = (
  { budgets }: RunConfig,
  { content }: DraftPage,
  planned: PlannedPage | undefined,
  { claims }: PageClaims,
): string | undefined => {
  if (planned?.role === 'list') return 'list_page';
  if (claims.length < fewestClaims) return 'too_few_claims';
  return content.split('\n').length + linesOfProse > budgets.max_lines_per_file ? 'page_full' : undefined;
};

interface Asked {
  readonly llm: LlmConfig;
  readonly page: DraftPage;
  readonly own: PlannedPage;
  readonly found: PageClaims;
  readonly onCall: (call: LlmCall) => void;
}

const askAbout = async (
  context: WorkContext<RunConfig>,
  client: ModelClient,
  { llm, page, own, found, onCall }: Asked,
): Promise<Written> => {
  const messages = introductionPrompt({ product: context.config.product_name, kind: own.role }, found.claims);
  try {
    const reply = await askOnce(context, { client, llm, subject: page.path, messages, onCall });
    if ('sentences' in reply) return { page, found, sentences: reply.sentences, failed: false };
    return { page, found, sentences: [], failed: true, reason: reply.problem };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { page, found, sentences: [], failed: true, reason: error.kind };
  }
};

/** Checks what the model said against the claims, the page and the pages before it. */
const concluded = (
  written: Written,
  {
    config: { product_name },
    present,
    grounds,
  }: { readonly config: RunConfig; readonly present: ReadonlySet<string>; readonly grounds: Grounds },
): PageProse => {
  const { page, found, sentences, reason, failed } = written;
  const own = readSentences(page.content).map(({ text }) => text);
  const accepted = acceptSentences(sentences, {
    claims: found.claims,
    productName: product_name,
    present: new Set([...present, ...own]),
    introduction: introductionOf(page.content),
    most: mostSentences,
    grounds,
  });
  const isEmpty = sentences.length > 0 && accepted.sentences.length === 0;
  const isUnsupported = isEmpty && (accepted.dropped['repeated'] ?? 0) < sentences.length;
  const why = isUnsupported ? 'unsupported' : isEmpty ? 'nothing_new' : reason;
  return {
    path: page.path,
    ...accepted,
    ...(why !== undefined && { reason: why }),
    failed: failed || isUnsupported,
    withheld: found.withheld,
  };
};

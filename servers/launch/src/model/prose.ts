import { z } from 'zod';
import { citationsSchema } from '../artifacts.ts';
import { sections } from '../config/sections.ts';

const version = z.literal('1.0');
const section = z.enum(sections);
const sha256 = z.string().regex(/^[a-f0-9]{64}$/);
const count = z.int().min(0);
const citedSentences = citationsSchema.shape.pages.element.shape.sentences;

/** The prose that a language model wrote for the pages of a section, as far as it passed the checks. */
export const proseSchema = z.strictObject({
  schema_version: version,
  section,
  pages: z.array(
    z.strictObject({
      path: z.string(),
      /** A paragraph of Markdown; empty if the page stays as it was drafted. */
      markdown: z.string(),
      sentences: citedSentences,
      /** Why the page has no prose; absent if it has some. */
      reason: z.string().optional(),
      /** Whether the reason is worth a warning: the model was asked and gave nothing that could be used. */
      failed: z.boolean(),
      /** Sentences of the model that did not pass, by rule. */
      dropped: z.record(z.string(), count),
      /** Claims that were not sent, because they speak to a model. */
      withheld: count,
    }),
  ),
});
export type Prose = z.output<typeof proseSchema>;
export type PageProse = Prose['pages'][number];

const tokenUsage = z.strictObject({ input_tokens: count, output_tokens: count, total_tokens: count });

/** Evidence of one request to a language model. Prompts and answers are in it as hashes only. */
const llmCallSchema = z.strictObject({
  call_id: z.string(),
  /** The page, or the issue that a rewrite was asked for. */
  subject: z.string(),
  model: z.string(),
  endpoint_host: z.string(),
  prompt_hash: sha256,
  latency_ms: count,
  output_hash: sha256.optional(),
  finish_reason: z.enum(['stop', 'length', 'tool_calls', 'error']).optional(),
  token_usage: tokenUsage.optional(),
  error_class: z.string().optional(),
  http_status: z.int().optional(),
});
export type LlmCall = z.output<typeof llmCallSchema>;

/** The requests to language models of one section, in the order of their pages. */
export const llmCallsSchema = z.strictObject({ schema_version: version, section, calls: z.array(llmCallSchema) });
export type LlmCalls = z.output<typeof llmCallsSchema>;

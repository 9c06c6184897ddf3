import { z } from 'zod';

/** An endpoint: a base address to which `/chat/completions` is added. */
const baseUrl = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an http or https URL without credentials, query or fragment');

const modelName = z
  .string()
  .max(200)
  .regex(/^[\w./:@-]+$/, 'must be a model name: letters, digits and ./:@_-');

/** Keys are named, never given: the value stays in the environment of the server. */
const keyName = z
  .string()
  .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable, such as MODEL_API_KEY');

const timeout = z.int().min(1).max(600);

/** The optional language model that writes prose from claims. The operator decides which endpoints are allowed. */
export const llmConfigSchema = z.strictObject({
  api_base_url: baseUrl,
  model: modelName,
  api_key_env: keyName.optional(),
  request_timeout_s: timeout.default(120),
  /** Requests to one endpoint at a time. */
  max_concurrency: z.int().min(1).max(32).default(4),
  decoding: z
    .strictObject({
      temperature: z.number().min(0).max(1).default(0),
      top_p: z.number().min(0).max(1).optional(),
      max_tokens: z.int().min(1).max(32_000).default(1000),
    })
    .prefault({}),
  /** Another endpoint for when the first one cannot be reached, is too slow or fails with a status of 500 or more. */
  fallback: z
    .strictObject({
      api_base_url: baseUrl,
      model: modelName,
      api_key_env: keyName.optional(),
      request_timeout_s: timeout.default(300),
    })
    .optional(),
});

export type LlmConfig = z.output<typeof llmConfigSchema>;

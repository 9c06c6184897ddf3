import { MockLanguageModelV4 } from 'ai/test';

/**
 * A model of the AI SDK that makes these calls, one after the other; `read` is what it was shown of their outcomes.
 *
 * @param {readonly [string, Record<string, any>][]} calls
 */
export const scriptedModel = (calls) => {
  const answers = answersOf(calls.map(([tool, args]) => ({ tool, args })));
  const model = new MockLanguageModelV4({ doGenerate: /** @type {any} */ (answers) });
  return Object.assign(model, { read: () => resultsIn(model.doGenerateCalls.at(-1)?.prompt ?? []) });
};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * The answers of the model, in order.
 *
 * @param {readonly { readonly tool: string, readonly args: Record<string, any>, readonly id?: string }[]} calls
 */
export const answersOf = (calls) => [
  ...calls.map(({ tool, args, id }, at) => ({
    content: [{ type: 'tool-call', toolCallId: id ?? `call-${at}`, toolName: tool, input: JSON.stringify(args) }],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage,
    warnings: [],
  })),
  { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
];

/** @type {(prompt: readonly any[]) => { tool: string, output: any }[]} */
const resultsIn = (prompt) =>
  prompt
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content)
    .map(({ toolName, output }) => ({ tool: toolName, output: shortened(output) }));

/** Without what differs from run to run, and without the details, which fill a page. */
const shortened = (/** @type {any} */ output) => {
  if (output.type !== 'json' && output.type !== 'error-json') return output;
  const { _meta: _, correlation_id: __, details: ___, hint: ____, ...value } = output.value;
  return { ...output, value };
};

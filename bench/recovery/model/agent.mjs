import { recovering } from '@recourse/client';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { answerMs, done, stop } from '../agents/session.mjs';

/** More turns than this help no model; the office gives every agent six calls. */
const mostTurns = 16;

const rules = `You work in an office through tools. Do exactly what you are asked, once: nothing may take effect twice.
If a call fails, find out what to do, as far as the answers and the tools tell. Do not do what a person has not allowed; use ask_person for a question to a person. Use wait if you have to wait.
You can make six calls. When you are finished, answer with one line that starts with DONE if you know that it was done, and quote what the tool returned, or with NOT DONE and the reason.`;

/** @type {(scenario: import('../world/scenarios.mjs').Scenario) => string} */
export const promptOf = ({ sentTool, sent }) => `Call ${sentTool} with these arguments: ${JSON.stringify(sent)}`;

const extraTools = [
  functionOf('wait', 'Waits.', { type: 'object', properties: { seconds: { type: 'number' } }, required: ['seconds'] }),
  functionOf('ask_person', 'Asks a person, who answers yes or no.', {
    type: 'object',
    properties: { question: { type: 'string' } },
    required: ['question'],
  }),
];

/** @param {string} name @param {string} description @param {object} parameters */
function functionOf(name, description, parameters) {
  return { type: 'function', function: { name, description, parameters } };
}

/**
 * An agent whose decisions a model makes. `isRecovering`: its calls go through the shipped client, with its default
 * options; otherwise it reads the content of the answers.
 *
 * @param {{ model: import('./endpoint.mjs').Model, isRecovering: boolean, onUsage: (usage: import('./endpoint.mjs').Usage) => void, onMessages: (messages: readonly import('./endpoint.mjs').Message[]) => void }} options
 */
export const createModelAgent =
  ({ model, isRecovering, onUsage, onMessages }) =>
  async (
    /** @type {import('../agents/contract.mjs').AgentOptions} */ options,
    /** @type {import('../world/scenarios.mjs').Scenario} */ scenario,
  ) => {
    const { tools, call } = isRecovering ? await toolsOfClient(options) : await plainTools(options);
    const { time, budget, yes } = options;
    const deadline = time.now() + budget.seconds * 1_000;
    /** @type {import('./endpoint.mjs').Message[]} */
    const messages = [
      { role: 'system', content: rules },
      { role: 'user', content: promptOf(scenario) },
    ];
    let calls = 0;
    /** @type {(name: string, args: any) => Promise<string>} */
    const act = async (name, args) => {
      if (name === 'ask_person') return yes ? 'Yes.' : 'No.';
      if (name === 'wait') {
        const ms = Number(args.seconds) * 1_000;
        if (!(ms >= 0) || time.now() + ms >= deadline) return 'There is not so much time left.';
        await time.sleep(ms);
        return 'You have waited.';
      }
      calls += 1;
      return calls > budget.calls ? 'You have no call left.' : call(name, args);
    };
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const { message, usage } = await model(messages, [...tools, ...extraTools]);
      onUsage(usage);
      messages.push(message);
      const { content, tool_calls: wanted = [] } = message;
      if (wanted.length === 0) {
        onMessages(messages);
        const text = content ?? '';
        return /^\W*DONE\b/i.test(text) ? done(text) : stop(text);
      }
      for (const { id, function: named } of wanted)
        messages.push({ role: 'tool', tool_call_id: id, content: await act(named.name, argumentsOf(named.arguments)) });
    }
    onMessages(messages);
    return stop('No turn is left.');
  };

/** Models write arguments as JSON, and not always well. @param {string} text */
const argumentsOf = (text) => {
  try {
    const parsed = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
};

/** @typedef {{ tools: readonly object[], call: (name: string, args: any) => Promise<string> }} Tools */

/** @type {(options: import('../agents/contract.mjs').AgentOptions) => Promise<Tools>} */
const plainTools = async ({ host, client }) => {
  let current = client;
  const { tools } = await client.listTools();
  return {
    tools: tools.map((/** @type {any} */ { name, description, inputSchema }) =>
      functionOf(name, description, inputSchema),
    ),
    call: async (name, args) => {
      try {
        current ??= await host.start();
        const { isError, content } = await current.callTool({ name, arguments: args }, { timeout: answerMs });
        const text = content.map((/** @type {any} */ block) => block.text ?? '').join('\n');
        return isError ? `Error: ${text}` : text;
      } catch (thrown) {
        const { code, message } = /** @type {{ code?: unknown, message: string }} */ (thrown);
        if (code !== 'REQUEST_TIMEOUT' && typeof code !== 'number') current = undefined;
        return `Error: ${message}`;
      }
    },
  };
};

/** @type {(options: import('../agents/contract.mjs').AgentOptions) => Promise<Tools>} */
const toolsOfClient = async ({ host, client, time, yes, random }) => {
  const recoverer = recovering(client, {
    confirm: () => yes,
    reconnect: host.start,
    now: time.now,
    random: random.next,
    sleep: time.sleep,
  });
  const tools = await aiSdkTools(recoverer);
  let calls = 0;
  return {
    tools: Object.entries(tools).map(([name, { description, inputSchema }]) =>
      functionOf(name, description, inputSchema.jsonSchema),
    ),
    call: async (name, args) => {
      const tool = tools[name];
      if (!tool) return `Error: there is no tool '${name}'`;
      calls += 1;
      const output = await tool.execute(args, { toolCallId: `call-${calls}` });
      const shown = /** @type {any} */ (tool.toModelOutput({ output }));
      return typeof shown.value === 'string' ? shown.value : JSON.stringify(shown.value ?? shown.reason);
    },
  };
};

/** Code of a page that is not a program of its own, with what it needs around it to be one. */
export interface Fragment {
  readonly page: string;
  /** The beginning of the code, which tells the fragments of a page apart. */
  readonly begins: string;
  readonly before?: string;
  readonly after?: string;
  /** Other files that it imports. */
  readonly files?: Readonly<Record<string, string>>;
  /** A service or tool that is missing here. Such a fragment is only compiled. */
  readonly needs?: string;
}

const engine = "import { createServer, defineTool } from '@recourse/engine';\nimport { z } from 'zod';\n";
const declareTool = (name: string) => `defineTool({
  name: '${name}', description: 'A tool.', input: z.strictObject({ id: z.int().optional() }),
  operation: 'query', danger: 'safe', errors: ['NOT_FOUND_RESOURCE'], run: () => ({ id: 7 }),
})`;
const tools = `${engine}const findTicket = ${declareTool('find_ticket')};
const closeTicket = ${declareTool('close_ticket')};
const tools = [findTicket, closeTicket];
`;
const server = `${tools}const server = createServer({ name: 'tickets', tools });\n`;
/** A client whose server fails once, before it succeeds. */
const linked = `${engine}import { linkClient } from '@recourse/testkit';
const merge = defineTool({
  name: 'merge_pull_request', description: 'Merges.', input: z.strictObject({ repo: z.string(), prNumber: z.int() }),
  operation: 'command', danger: 'destructive', confirmation: { message: 'Merge {prNumber}?' }, errors: [],
  run: ({ arguments: { prNumber } }) => ({ prNumber }),
});
const { client: mcpClient, close } = await linkClient(createServer({ name: 'github', tools: [merge] }));
const askPerson = () => true;
`;
const merged = `
if (!JSON.stringify(result).includes('"prNumber":3')) throw new Error(JSON.stringify(result));
await close();`;
const invoices = `${engine}const paying = defineTool({
  name: 'pay', description: 'Pays.', input: z.strictObject({ invoice: z.int() }),
  operation: 'command', danger: 'reversible', errors: ['UPSTREAM_TIMEOUT'], run: ({ arguments: given }) => given,
`;
const finding = `
const find = defineTool({
  name: 'find_invoice', description: 'Finds.', input: z.strictObject({ invoice: z.int() }),
  operation: 'query', danger: 'safe', errors: [], run: () => ({ paid: true }),
});`;

export const fragments: readonly Fragment[] = [
  {
    page: 'docs/guide/writing-tools.md',
    begins: 'settlesWithinMs: 60_000,',
    before: `${engine}
const createIssue = async (repo: string, body: string) => ({ repo, body });
const find = defineTool({
  name: 'find_effect', description: 'Finds.', input: z.strictObject({ repo: z.string(), intent: z.string() }),
  operation: 'query', danger: 'safe', errors: [], run: () => ({ found: true }),
});
const create = defineTool({
  name: 'create_issue', description: 'Creates.', input: z.strictObject({ repo: z.string(), body: z.string() }),
  operation: 'command', danger: 'reversible', errors: ['UPSTREAM_TIMEOUT'],
`,
    after: "});\ncreateServer({ name: 'issues', tools: [find, create] });",
  },
  {
    page: 'docs/guide/writing-tools.md',
    begins: 'subject: ({ run_id: id }) =>',
    before: `${tools}createServer({ name: 'tickets', tools,\n`,
    after: '});',
  },
  { page: 'docs/guide/serving.md', begins: "import { serveStdio } from '@recourse/server';", before: server },
  {
    page: 'docs/guide/serving.md',
    begins: "import { serveHttp } from '@recourse/server';",
    before: `${server}const tickets = server;
const billing = createServer({ name: 'billing', tools: [${declareTool('pay_bill')}] });
`,
    after: "await close();\nif (!url.endsWith('/mcp')) throw new Error(url);",
    needs: 'port 8788',
  },
  {
    page: 'docs/guide/serving.md',
    begins: 'export default (options) =>',
    before: tools,
    after: "if (!createServer({ name: 'tickets', tools })) throw new Error('no server');",
  },
  {
    page: 'docs/guide/recovering.md',
    begins: 'verify: ({ invoice }) => ({',
    before: invoices,
    after: `});${finding}\ncreateServer({ name: 'bank', tools: [paying, find] });`,
  },
  {
    page: 'docs/guide/recovering.md',
    begins: "import { packs } from '@recourse/client/packs';",
    before: `import { recovering } from '@recourse/client';
import { writeFileSync } from 'node:fs';
${linked}writeFileSync('own.yaml', 'server: my-tickets\\nreads: [find_ticket]\\n');
`,
    after: 'await close();',
  },
  {
    page: 'docs/guide/recovering.md',
    begins: "import { recoveringRest } from '@recourse/client';",
    before: "const key = 'a key';\nconst askPerson = () => true;\n",
    needs: 'a server on port 8788',
  },
  {
    page: 'docs/guide/recovering.md',
    begins: 'const { pending } = await client.recover(call, { suspend: true });',
    before: `import { recovering } from '@recourse/client';
${linked}const client = recovering(mcpClient);
let saved = '';
const store = { save: async (text: string) => void (saved = text) };
const call = { name: 'merge_pull_request', arguments: { repo: 'mira/tidewater', prNumber: 3 } };
`,
    after: "if (!saved.includes('Merge 3?')) throw new Error(saved);\nawait close();",
  },
  {
    page: 'docs/guide/recovering.md',
    begins: "client.setRequestHandler('elicitation/create'",
    before: `import { answerElicitation } from '@recourse/client';
import { Client } from '@modelcontextprotocol/client';
const client = new Client({ name: 'app', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
const askPerson = () => true;
`,
  },
  {
    page: 'docs/guide/state.md',
    begins: 'const operator = await openOperator(',
    before: `import { serveHttp } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
${tools}`,
    needs: 'port 8788',
  },
  {
    page: 'docs/guide/runs.md',
    begins: 'run: async (call) => {',
    before: `${engine}import { createRuns, followRun } from '@recourse/runs';
import { openStores } from '@recourse/stores';
const stores = await openStores({ kind: 'sqlite', file: 'runs.db' });
const runs = createRuns({ stores, pipelines: [] });
const publish = defineTool({
  name: 'publish', description: 'Publishes.',
  input: z.strictObject({ config: z.record(z.string(), z.json()), idempotency_key: z.string() }),
  operation: 'command', danger: 'reversible', errors: [],
`,
    after: "});\ncreateServer({ name: 'guides', tools: [publish] });\nawait runs.close();\nawait stores.close();",
  },
  {
    page: 'packages/client/README.md',
    begins: "import { recovering } from '@recourse/client';",
    before: linked,
    after: merged,
  },
  {
    page: 'packages/client/README.md',
    begins: "import { aiSdkTools } from '@recourse/client/ai-sdk';",
    before: `import { recovering } from '@recourse/client';
${linked}const client = recovering(mcpClient);
const model = 'a model';
const prompt = 'Merge it.';
const generateText = async (given: { model: string; tools: object; prompt: string }) => Object.keys(given.tools);
`,
    after: 'await close();',
  },
  { page: 'packages/contract/README.md', begins: 'import { fail, findSimilar, succeed }' },
  {
    page: 'packages/engine/README.md',
    begins: 'import { createServer, defineTool }',
    before: 'const close = async (id: number) => id === 7;\n',
  },
  {
    page: 'packages/forge/README.md',
    begins: 'import { createForge, sampleSeed, sampleTokens }',
    before: `class Octokit {
  readonly options: { readonly baseUrl: string; readonly auth: string };
  constructor(options: { readonly baseUrl: string; readonly auth: string }) {
    this.options = options;
  }
  async request(route: string) {
    const [method = '', address = ''] = route.split(' ');
    const { baseUrl, auth } = this.options;
    const response = await fetch(baseUrl + address, { method, headers: { authorization: 'Bearer ' + auth } });
    if (!response.ok) throw new Error(String(response.status));
    return { data: (await response.json()) as unknown };
  }
}
`,
  },
  {
    page: 'packages/github/README.md',
    begins: 'import { GitHubError, createGitHub }',
    needs: 'api.github.com',
  },
  {
    page: 'packages/runs/README.md',
    begins: 'const runs = createRuns({ stores, pipelines: [docsPipeline] });',
    before: `import { createRuns, definePipeline, step, text } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { z } from 'zod';
const stores = await openStores({ kind: 'sqlite', file: 'runs.db' });
const docsPipeline = definePipeline({
  name: 'docs', config: z.strictObject({ title: z.string() }), artifacts: { page: text() },
  steps: [step<{ title: string }>('write', { enters: 'WRITING', makes: ['page'] }, ({ config }) => ({ page: config.title }))],
});
`,
    after: "if (state !== 'DONE') throw new Error(state);\nawait runs.close();\nawait stores.close();",
  },
  {
    page: 'packages/sandbox/README.md',
    begins: 'import { runChild, selectEnvironment }',
    before: "const root = '.';\nconst { signal } = new AbortController();\n",
  },
  {
    page: 'packages/server/README.md',
    begins: "import { createServer } from '@recourse/engine';",
    before: tools.replace('createServer, ', ''),
  },
  { page: 'packages/stage-plugin/README.md', begins: "import { definePluginCodes } from '@recourse/contract';" },
  {
    page: 'packages/stores/README.md',
    begins: "import { createServer } from '@recourse/engine';",
    before: tools.replace('createServer, ', ''),
    after: 'await stores.close();\nconsole.log(server.name);',
  },
  {
    page: 'packages/stores/README.md',
    begins: "const stores = await openStores({ kind: 'sqlite'",
    before: "import { openStores } from '@recourse/stores';\n",
    after: 'await stores.close();',
  },
  {
    page: 'packages/stores/README.md',
    begins: "import { openOperator } from '@recourse/stores/configured';",
    before: tools,
    after: 'await operator.close();\nconsole.log(server.name);',
  },
  {
    page: 'packages/testkit/README.md',
    begins: "import { createServer } from '@recourse/engine';",
    files: {
      'add-comment.ts': `import { defineTool } from '@recourse/engine';
import { z } from 'zod';
export const addComment = defineTool({
  name: 'add_comment', description: 'Comments.', input: z.strictObject({ ticket: z.string(), text: z.string() }),
  operation: 'command', danger: 'reversible', errors: [], run: () => ({}),
});
`,
    },
    needs: 'vitest',
  },
  {
    page: 'packages/testkit/README.md',
    begins: "import { describeTokens } from '@recourse/testkit';",
    files: {
      'my-store.ts': `import type { AdmissionState, TokenDecisions } from '@recourse/testkit';
type Mine = AdmissionState & { readonly approvals: TokenDecisions; close(): Promise<void> };
export declare const openMyStore: (given: { readonly file: string; readonly now: () => number }) => Promise<Mine>;
`,
    },
    needs: 'vitest',
  },
  {
    page: 'packages/testkit/README.md',
    begins: 'const { callTool } = await linkClient(server, {',
    before: `import { linkClient } from '@recourse/testkit';\n${server}`,
    after: "if ((await callTool('find_ticket', {})).isError) throw new Error('It failed');\nprocess.exit(0);",
  },
  {
    page: 'packages/upstream/README.md',
    begins: 'import { classifyAnswer, classifyError,',
    after: 'console.log(answer);',
    needs: 'tickets.example.org',
  },
  {
    page: 'servers/aql/README.md',
    begins: "import { createAqlServer } from '@recourse/server-aql';",
    before: `import type { AqlServerOptions } from '@recourse/server-aql';
declare const adapter: AqlServerOptions['adapter'];
declare const exchange: NonNullable<AqlServerOptions['exchange']>;
declare const policy: NonNullable<NonNullable<AqlServerOptions['server']>['policy']>;
`,
    after: 'console.log(server);',
    needs: 'an adapter',
  },
  {
    page: 'packages/yaml/README.md',
    begins: "import { createLines, parseYaml } from '@recourse/yaml';",
    before: "const text = 'a: 1\\nb: [1, 2]\\n';\n",
    after: "if (root === undefined) throw new Error('There is no root');",
  },
];

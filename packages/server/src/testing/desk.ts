import { onlyContent } from '@recourse/contract';
import { createServer, defineTool, documentBlock, imageBlock, textBlock } from '@recourse/engine';
import { elicit, listRoots, sample } from '@recourse/engine/client';
import type { Server, ServerOptions } from '@recourse/engine';
import { z } from 'zod';

const none = z.strictObject({});
const looks = { input: none, operation: 'query', danger: 'safe', errors: [] } as const;

const name = elicit({ message: 'Who are you?', fields: z.strictObject({ name: z.string().min(2) }) });
const color = elicit({ message: 'Which color?', fields: z.strictObject({ color: z.string() }) });
const greeting = sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Greet' } }], maxTokens: 9 });

/** A server with everything besides plain tools: questions, log lines, documents and changes. */
export const createDesk = (
  options: Partial<ServerOptions> = {},
): { readonly server: Server; readonly done: readonly string[] } => {
  const done: string[] = [];
  const server = createServer({
    name: 'desk',
    tools: [
      defineTool({
        ...looks,
        name: 'ask_all',
        description: 'Asks everything at once.',
        client: ['elicitation', 'sampling', 'roots'],
        run: async ({ client }) => {
          const answers = await client.ask({ name, greeting, roots: listRoots() });
          return { name: answers.name, model: answers.greeting.model, roots: answers.roots.map(({ uri }) => uri) };
        },
      }),
      defineTool({
        ...looks,
        name: 'ask_twice',
        description: 'Asks one thing after the other.',
        client: ['elicitation'],
        run: async ({ client }) => {
          const first = await client.ask({ name });
          done.push('named');
          return { ...first, ...(await client.ask({ color })) };
        },
      }),
      defineTool({
        ...looks,
        name: 'paint',
        description: 'Paints the desk, once it knows how.',
        operation: 'command',
        danger: 'destructive',
        client: ['elicitation'],
        run: async ({ client }) => {
          const answers = await client.ask({ color });
          done.push('painted');
          return { ...answers };
        },
      }),
      defineTool({
        ...looks,
        name: 'talk',
        description: 'Tells how it goes on.',
        client: ['log'],
        run: ({ client }) => {
          client.log('debug', 'a detail');
          client.log('warning', { about: 'the desk', wobbles: true });
          return { talked: true };
        },
      }),
      defineTool({
        ...looks,
        name: 'show',
        description: 'Shows pictures.',
        run: () => onlyContent([textBlock('Look:'), imageBlock(Uint8Array.of(1, 2, 3), 'image/png')]),
      }),
    ],
    resources: [
      { uri: 'desk://rules', name: 'rules', mimeType: 'text/plain', read: () => 'Be tidy.' },
      { uri: 'desk://photo', name: 'photo', mimeType: 'image/png', read: () => Uint8Array.of(1, 2, 3) },
    ],
    resourceTemplates: [
      {
        uriTemplate: 'desk://drawers/{drawer}/{thing}',
        name: 'thing',
        mimeType: 'text/plain',
        complete: { drawer: (value) => ['top', 'bottom'].filter((one) => one.startsWith(value)) },
        read: ({ drawer = '', thing = '' }) => {
          if (drawer === 'locked') throw new Error('password is hunter2');
          return drawer === 'top' ? `${thing} of ${drawer}` : undefined;
        },
      },
    ],
    prompts: [
      {
        name: 'tidy',
        description: 'Tidies up',
        arguments: [
          { name: 'drawer', required: true, complete: () => Array.from({ length: 120 }, (_, index) => `d${index}`) },
          { name: 'thing', complete: (value, { drawer = 'any' }) => [`${value} of ${drawer}`] },
          { name: 'broken', complete: () => Promise.reject(new Error('password is hunter2')) },
          { name: 'plain' },
        ],
        render: ({ drawer = '' }) => [
          { role: 'user', content: documentBlock({ uri: 'desk://rules', contents: 'Be tidy.' }) },
          { role: 'assistant', content: textBlock(`Tidying ${drawer}.`) },
        ],
      },
      {
        name: 'greet',
        client: ['elicitation'],
        render: async (_, { client }) => {
          const answers = await client.ask({ name });
          return answers.name.action === 'accept' ? `Greet ${answers.name.content.name}.` : 'Greet nobody.';
        },
      },
    ],
    changes: ['tools', 'resources', 'prompts', 'contents'],
    ...options,
  });
  return { server, done };
};

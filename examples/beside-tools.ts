import { withContent } from '@recourse/contract';
import { createServer, defineTool, imageBlock } from '@recourse/engine';
import { elicit } from '@recourse/engine/client';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

const color = elicit({
  message: 'Which color?',
  fields: z.strictObject({ color: z.enum(['red', 'green']) }),
});

/** Asks first and acts afterwards: on 2026-07-28 a handler that asks runs again from the start, with the answer. */
const paint = defineTool({
  name: 'paint_sign',
  description: 'Paints a sign in a color of the user’s choice.',
  input: z.strictObject({ text: z.string().max(40) }),
  output: z.object({ painted: z.string() }),
  operation: 'command',
  danger: 'reversible',
  errors: ['CONFIRMATION_DENIED'],
  client: ['elicitation', 'log'],
  run: async ({ arguments: { text }, client, fail }) => {
    const answers = await client.ask({ color });
    if (answers.color.action !== 'accept') {
      return fail('CONFIRMATION_DENIED', { operation: 'paint_sign', reason: 'no color was chosen' });
    }
    client.log('info', { painting: text });
    const painted = `${text} in ${answers.color.content.color}`;
    return withContent({ painted }, [imageBlock(Buffer.from(painted), 'image/png')]);
  },
});

const server = createServer({
  name: 'signs',
  tools: [paint],
  resources: [{ uri: 'signs://rules', name: 'rules', mimeType: 'text/plain', read: () => 'Forty characters.' }],
  resourceTemplates: [
    {
      uriTemplate: 'signs://painted/{name}',
      name: 'sign',
      complete: { name: (value) => ['exit', 'entry'].filter((name) => name.startsWith(value)) },
      read: ({ name }) => (name === 'exit' ? 'EXIT' : undefined),
    },
  ],
  prompts: [
    {
      name: 'suggest',
      arguments: [{ name: 'place', required: true }],
      render: ({ place }) => `Suggest a sign for ${place}.`,
    },
  ],
  changes: ['contents'],
});

for (const protocol of ['session', '2026-07-28'] as const) {
  const { client, callTool, close } = await linkClient(server, {
    protocol,
    elicit: ({ message }) => {
      console.log(`${protocol}: ${message} Green.`);
      return { action: 'accept', content: { color: 'green' } };
    },
  });
  const { content } = await callTool('paint_sign', { text: 'EXIT' });
  console.log(`  ${content.map(({ type }) => type).join(', ')}`);
  const { contents } = await client.readResource({ uri: 'signs://painted/exit' });
  console.log(`  ${contents.map((document) => ('text' in document ? document.text : document.uri)).join()}`);
  await close();
}

const { callTool, close } = await linkClient(server);
const { structuredContent } = await callTool('paint_sign', { text: 'EXIT' });
console.log('A client that cannot show a dialog:');
console.log(`  ${JSON.stringify(structuredContent, ['code', 'error', 'recovery', 'effect'])}`);
await close();

server.changes.subscribe((change) => console.log('Changed:', change));
server.notify({ resource: 'signs://rules' });

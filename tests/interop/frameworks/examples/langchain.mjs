import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { recovering } from '@recourse/client';
import { langchainTools } from '@recourse/client/langchain';
import { AIMessage, DynamicStructuredTool, HumanMessage, ToolMessage, createAgent, fakeModel } from 'langchain';

const client = recovering(new Client({ name: 'example', version: '1.0.0' }), { confirm: () => false });
await client.connect(new StdioClientTransport({ command: 'node', args: ['desk-stdio.mjs'] }));
const tools = await langchainTools(client, { DynamicStructuredTool, ToolMessage });

// Your model goes here. This one makes these calls in one answer, and ends in the next.
const model = fakeModel()
  .respondWithTools([
    { name: 'pay_invoice', args: { invoice: 200 }, id: 'call_1' }, // the bank's answer is lost; a lookup helps
    { name: 'pay_invoice', args: { invoice: 400 }, id: 'call_2' }, // a person has to give permission
  ])
  .respond(new AIMessage('I could pay one of the two.'));
const agent = createAgent({ model, tools });
const { messages } = await agent.invoke({ messages: [new HumanMessage('Pay what is due.')] });

for (const { tool_call_id: id, status, artifact } of messages.filter(ToolMessage.isInstance)) {
  console.log(`${id}, ${status}: ${artifact.failure?.todo ?? artifact.content[0].text}`);
}
console.log(messages.at(-1)?.text);
await client.close();

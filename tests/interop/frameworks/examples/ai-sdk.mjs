import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { recovering } from '@recourse/client';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { generateText, stepCountIs } from 'ai';
import { scriptedModel } from './scripted-model.mjs';

// Leave `random` out in your program: it makes this run wait the same time whenever it runs.
const options = { confirm: () => false, random: () => 0.5 };
const client = recovering(new Client({ name: 'example', version: '1.0.0' }), options);
await client.connect(new StdioClientTransport({ command: 'node', args: ['desk-stdio.mjs'] }));
const tools = await aiSdkTools(client);

// Your model goes here. This one makes these calls, one after the other, whatever it reads.
const model = scriptedModel([
  ['pay_invoice', { invoice: 100 }], // the bank is busy, once
  ['pay_invoice', { invoice: '7' }], // a number, sent as a string
  ['pay_invoice', { invoice: 300 }], // the bank's answer is lost and cannot be looked up
  ['tear_up_invoice', { invoice: 7 }], // needs the approval of a person, and does not get it
]);
const { steps } = await generateText({ model, tools, prompt: 'Pay what is due.', stopWhen: stepCountIs(5) });

for (const { tool, output } of model.read()) {
  console.log(`${tool}, ${output.type}: ${output.reason ?? JSON.stringify(output.value, undefined, 2)}`);
}
console.log(`${steps.length} steps, and the run continues.`);
await client.close();

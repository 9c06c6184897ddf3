/** Compiled, never run: the tools fit the types of each framework without a cast. */
import { recovering, recoveringRest } from '@recourse/client';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { langchainTools } from '@recourse/client/langchain';
import { Client } from '@modelcontextprotocol/client';
import * as messages from '@langchain/core/messages';
import * as coreTools from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { generateText as generateTextOf6 } from 'ai-6';
import type { LanguageModel as ModelOf6, ToolSet as ToolSetOf6 } from 'ai-6';
import { ToolLoopAgent, generateText, streamText } from 'ai';
import type { LanguageModel, ToolSet } from 'ai';
import { DynamicStructuredTool, ToolMessage, createAgent, fakeModel } from 'langchain';

const client = recovering(new Client({ name: 'types', version: '0.0.0' }));

export const compiled = async (model: LanguageModel, modelOf6: ModelOf6): Promise<unknown[]> => {
  const tools = await aiSdkTools(client);
  const toolSet: ToolSet = tools;
  const toolSetOf6: ToolSetOf6 = tools;
  const ofLangchain = await langchainTools(client, { DynamicStructuredTool, ToolMessage });
  const ofCore = await langchainTools(client, { ...coreTools, ...messages });
  const overRest = recoveringRest('http://127.0.0.1:1/desk');
  return [
    await aiSdkTools(overRest),
    await langchainTools(overRest, { DynamicStructuredTool, ToolMessage }),
    toolSet,
    toolSetOf6,
    await generateText({ model, tools, prompt: '' }),
    streamText({ model, tools: { ...tools, ...toolSet }, prompt: '' }),
    new ToolLoopAgent({ model, tools }),
    await generateTextOf6({ model: modelOf6, tools, prompt: '' }),
    createAgent({ model: fakeModel(), tools: ofLangchain }),
    new ToolNode(ofCore),
    fakeModel().bindTools?.(ofCore),
  ];
};

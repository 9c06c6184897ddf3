import { createServer, defineTool } from '@recourse/engine';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

const branch = { head: '1a2b3c4', commits: 2 };

const deleteBranch = defineTool({
  name: 'delete_branch',
  description: 'Deletes a branch.',
  input: z.strictObject({ name: z.string() }),
  operation: 'command',
  danger: 'destructive',
  confirmation: {
    message: 'Delete branch {name} at {head}?',
    shown: () => ({ head: branch.head, unmerged_commits: branch.commits }),
  },
  errors: [],
  // The upstream deletes the branch only at the head that was confirmed.
  run: ({ arguments: { name }, shown }) => ({ name, deleted_at: shown?.['head'] ?? branch.head }),
});

const server = createServer({ name: 'branches', tools: [deleteBranch] });
const { callTool, close } = await linkClient(server, {
  elicit: ({ message }) => {
    const [question = ''] = message.split('\n');
    console.log(question);
    // A push arrives while the user reads the first question.
    if (branch.head === '1a2b3c4') Object.assign(branch, { head: '5d6e7f8', commits: 3 });
    return { action: 'accept', content: { confirm: true } };
  },
});
const { structuredContent } = await callTool('delete_branch', { name: 'old' });
console.log(JSON.stringify(structuredContent, ['ok', 'name', 'deleted_at']));
await close();

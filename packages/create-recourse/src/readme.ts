import { shortName } from './choices.ts';
import type { Choices } from './choices.ts';
import { clientConfiguration } from './client-configuration.ts';

/** The README of a new project. */
export const readmeOf = (choices: Choices): string => {
  const { name, language, transport } = choices;
  const typed = language === 'typescript';
  const extension = typed ? 'ts' : 'js';
  return `# ${shortName(name)}

An MCP server with two tools, written with [Recourse](https://www.npmjs.com/package/@recourse/engine): a failed call says what went wrong and what to do next, as data.

\`\`\`sh
npm install
npm run dev      # serves src/server.${extension} and reloads it when you save
npm test
npm run verify   # everything that CI checks
\`\`\`

Commit \`package-lock.json\`; CI installs from it.

## Connect a client

\`\`\`sh
${typed ? 'npm run build\n' : ''}npm start${transport === 'http' ? '        # listens on 127.0.0.1:8788; set PORT to use another port' : ''}
\`\`\`

Paste this into the settings of your MCP client. \`.mcp.json\` in this folder contains the same settings, for clients that read that file.${
    transport === 'stdio'
      ? ` Other clients need the absolute path of \`${typed ? 'dist/main.js' : 'src/main.js'}\`.`
      : ''
  }

\`\`\`json
${clientConfiguration(choices)}
\`\`\`

## Files

| file                       | content                                                             |
| -------------------------- | ------------------------------------------------------------------- |
| \`src/codes.${extension}\`             | the error codes that this server defines                            |
| \`src/tools/\`               | one file for each tool: its schema, its codes, its handler          |
| \`src/server.${extension}\`            | the server; \`recourse dev\` and \`recourse serve\` load this file       |
| \`src/main.${extension}\`              | starts it over ${transport === 'http' ? 'HTTP ' : 'stdio'}                                               |
| \`test/server.test.${extension}\`      | calls the tools with the official client, in the same process       |
| \`codes.lock.json\`          | the released error codes and their meanings                         |
| \`.github/workflows/ci.yml\` | runs \`npm run verify\`                                               |

To add a code, add a row to \`src/codes.${extension}\`, mention it in \`CHANGELOG.md\`, and run \`${typed ? 'npm run build && ' : ''}npx recourse codes lock\`. CI fails if a released code changes its meaning.
`;
};

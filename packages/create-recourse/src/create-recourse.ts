import { readFileSync } from 'node:fs';
import path from 'node:path';
import { askChoices } from './ask-choices.ts';
import type { Ask } from './ask-choices.ts';
import { shortName } from './choices.ts';
import { clientConfiguration } from './client-configuration.ts';
import { projectFiles } from './project-files.ts';
import { InputError, readArguments } from './read-arguments.ts';
import { checkTarget, writeProject } from './write-project.ts';

/** The surroundings of the command. Tests pass their own. */
export interface Surroundings {
  readonly cwd: string;
  out(text: string): void;
  err(text: string): void;
  /** Asks the person at the terminal; absent without a terminal. */
  readonly ask?: Ask;
}

const help = `Usage: npm create recourse [name] -- [options]

Creates a new MCP server in a new folder. Asks for each option that you do not
pass.

  --name <name>           the npm package name; its last part is also the
                          folder name (default: my-server)
  --language <language>   typescript (default) or javascript
  --transport <transport> stdio (default) or http
  --yes, -y               use the defaults instead of asking
  --help, -h              show this text

It only writes files and installs nothing. It never writes into a folder that is
not empty.

Example:
  npm create recourse tickets -- --language typescript --transport stdio`;

/** Runs `create-recourse` with its arguments. Returns the exit status: 0, or 2 if nothing was written. */
export const runCreate = async (commandLine: readonly string[], surroundings: Surroundings): Promise<0 | 2> => {
  const { cwd, out, err, ask } = surroundings;
  try {
    const given = readArguments(commandLine);
    if (given.help) {
      out(help);
      return 0;
    }
    // Before the other questions: their answers would be lost.
    if (given.name !== undefined) checkTarget(path.join(cwd, shortName(given.name)));
    const choices = await askChoices(given, ask, err);
    const target = path.join(cwd, shortName(choices.name));
    const files = projectFiles(choices, version());
    writeProject(target, files);
    const folder = shortName(choices.name);
    const commands = [
      ...(choices.language === 'typescript' ? ['npm run build'] : []),
      ...(choices.transport === 'http' ? ['npm start'] : []),
    ];
    const prepare =
      commands.length === 0 ? 'paste' : `run ${commands.map((command) => `'${command}'`).join(' and ')}, then paste`;
    out(`Wrote ${Object.keys(files).length} files to ${target}

Next:
  cd ${folder}
  npm install
  npm test
  npm run dev      serves the tools and reloads them when you save

To connect a client, ${prepare} this into its settings:

${clientConfiguration(choices, target)}`);
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    err(
      error instanceof InputError
        ? `create-recourse: ${reason}\nRun 'npm create recourse -- --help' for the usage.`
        : `create-recourse: The project could not be written, and no files were left behind: ${reason}`,
    );
    return 2;
  }
};

const version = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
};

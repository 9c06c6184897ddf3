import { exitCodes } from '../command.ts';
import type { Command, Run } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { readCompletions, shells } from '../completion/completions.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { orList } from '../terminal/did-you-mean.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Runs `recourse completion` for these commands. */
export const createCompletion =
  (commands: readonly Command[]): Run =>
  async (commandArguments, io) => {
    const { positionals } = parseArguments(commandArguments, {});
    const [named] = positionals;
    const shell = shells.find((known) => known === named);
    if (positionals.length > 1 || !shell) throw new UsageError(`Specify one shell: ${orList(shells)}.`);
    io.out(scripts[shell](await readCompletions(commands)).trimEnd());
    return exitCodes.clean;
  };

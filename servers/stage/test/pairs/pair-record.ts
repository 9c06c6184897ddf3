import type { JsonObject } from '@recourse/contract';
import { confirmToolName } from '@recourse/engine/front-door';
import { frameworkCodes } from '../../src/framework-codes.ts';
import type { Envelope, LinkedStage } from '../../src/testing/linked-stage.ts';

/** A tool as the list shows it. */
export interface ListedTool {
  readonly name: string;
  readonly codes: readonly string[];
  readonly inputSchema: object;
}

/** The stage's tools with the codes that their descriptions list. The engine tests its own tool for confirmations. */
export const listTools = async ({ client }: LinkedStage): Promise<readonly ListedTool[]> => {
  const { tools } = await client.listTools();
  return tools
    .filter(({ name }) => name !== confirmToolName)
    .map(({ name, description = '', inputSchema }) => ({
      name,
      codes: /Errors: (?<codes>[\w, .]+)\.$/u.exec(description)?.groups?.['codes']?.split(', ') ?? [],
      inputSchema,
    }));
};

/** The pairs of a tool and a code that tools declare. */
export const declaredPairs = (tools: readonly ListedTool[]): readonly string[] =>
  tools.flatMap(({ name, codes }) => codes.map((code) => `${name} ${code}`));

/** The pairs of a tool and a code that were seen over the wire. */
export class PairRecord {
  readonly #seen = new Set<string>();

  /** Makes a call, confirms it if the server asks for that, and records the code of the answer. */
  async call(stage: LinkedStage, tool: string, args: JsonObject): Promise<Envelope> {
    let answer = await stage.call<Envelope & { readonly details?: JsonObject }>(tool, args);
    if (answer['code'] === 'CONFIRMATION_REQUIRED')
      answer = await stage.call(confirmToolName, { confirmation_token: answer.details?.['confirmation_token'] ?? '' });
    if (typeof answer['code'] === 'string') this.#seen.add(`${tool} ${answer['code']}`);
    return answer;
  }

  /** The declared pairs that were not seen. */
  missing(tools: readonly ListedTool[]): readonly string[] {
    return declaredPairs(tools).filter((pair) => !this.#seen.has(pair));
  }

  /** The pairs that were seen although the tool does not declare the code. */
  undeclared(tools: readonly ListedTool[]): readonly string[] {
    const allowed = new Set(declaredPairs(tools));
    const isAnywhere = (pair: string): boolean => frameworkCodes.some((code) => pair.endsWith(` ${code}`));
    return [...this.#seen].filter((pair) => !allowed.has(pair) && !isAnywhere(pair));
  }
}

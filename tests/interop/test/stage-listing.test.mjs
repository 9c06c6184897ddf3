import { createStageServer, readSettings } from '@recourse/stage';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';

/** The tokens of the original's list without eval: 55 tools with name, description and input schema. */
const original = 18_645;

/** Tools that the original does not have, and those that run code. */
const others = new Set([
  'electron_open_page',
  'electron_fill_form',
  'electron_eval_main',
  'electron_eval_renderer',
  'recourse_confirm',
]);

/** @param {unknown} value */
const tokensOf = (value) => countTokens(JSON.stringify(value), { disallowedSpecial: new Set() });

/** @param {import('@recourse/engine').ListedTool} tool */
const shown = ({ name, description, inputSchema }) => ({ name, description, inputSchema });

/** @param {Readonly<Record<string, string>>} environment */
const listTools = (environment) =>
  createStageServer({ settings: readSettings(environment, '/'), environment }).server.listTools();

describe('the list of tools of the stage', () => {
  it('takes at most three fifths of the tokens of the original for the same tools', async () => {
    const tools = (await listTools({})).filter(({ name }) => !others.has(name));
    expect(tools).toHaveLength(55);
    expect(tokensOf(tools.map(shown))).toBeLessThanOrEqual(0.6 * original);
    // With output schemas and annotations, which the original does not have.
    expect(tokensOf(tools)).toBeLessThanOrEqual(1.1 * original);
  });

  it('with every tool is smaller than that of the original', async () => {
    const tools = await listTools({ STAGE_ALLOW: 'eval-main,eval-renderer' });
    expect(tools).toHaveLength(55 + others.size);
    expect(tokensOf(tools.map(shown))).toBeLessThanOrEqual(0.65 * original);
  });
});

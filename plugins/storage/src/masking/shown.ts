import { maskJson } from '@recourse/stage-plugin';
import type { PluginJson, PluginStage } from '@recourse/stage-plugin';
import { config } from '../config.ts';

/** Strings as answers show them: without secrets, unless the operator shows them. */
export const shownTexts = async (
  stage: PluginStage,
  texts: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly string[]> => (config.value.showSecrets ? texts.map(({ text }) => text) : stage.mask(texts));

/** A JSON value as answers show it. */
export const shownJson = (stage: PluginStage, name: string, value: PluginJson): Promise<PluginJson> =>
  config.value.showSecrets ? Promise.resolve(value) : maskJson(stage, name, value);

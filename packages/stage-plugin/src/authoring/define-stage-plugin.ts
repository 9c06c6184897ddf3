import type { CodeSet } from '@recourse/contract';
import type { PluginCapability } from '../wire/capabilities.ts';
import type { PluginConfig } from './define-plugin-config.ts';
import type { PluginTool } from './define-plugin-tool.ts';
import type { PluginStage } from './stage.ts';

/** A plugin as its author writes it. */
export interface StagePluginDefinition {
  /** The prefix of its tools and codes. */
  readonly name: string;
  readonly version: string;
  /** The versions of the stage that it is made for, such as `^0.1.0`. */
  readonly stage: string;
  /** Capabilities that it uses between calls, besides those of its tools. */
  readonly capabilities?: readonly PluginCapability[];
  readonly config?: PluginConfig;
  /** Its codes, declared with `definePluginCodes` under the name of the plugin. */
  readonly codes?: CodeSet;
  readonly tools: readonly PluginTool[];
  /**
   * Runs at the start of each process of the plugin, before its first call. The server starts one when it loads the
   * plugin, which ends without a call.
   */
  readonly setup?: (stage: PluginStage) => void | Promise<void>;
  /** Runs when the server ends. */
  readonly teardown?: () => void | Promise<void>;
}

const brand = Symbol.for('recourse.stage-plugin');

/** A plugin, ready to be the default export of its package. */
export interface StagePlugin extends StagePluginDefinition {
  readonly [brand]: true;
}

/** Declares a plugin of the stage. Export it as the default of the package. */
export const defineStagePlugin = (definition: StagePluginDefinition): StagePlugin => ({ ...definition, [brand]: true });

/** Whether a value was made by `defineStagePlugin`, of this or another copy of the package. */
export const isStagePlugin = (value: unknown): value is StagePlugin =>
  typeof value === 'object' && value !== null && brand in value;

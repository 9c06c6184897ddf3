export { checkSelector } from './authoring/check-selector.ts';
export type { SelectorCheck } from './authoring/check-selector.ts';
export { definePluginConfig } from './authoring/define-plugin-config.ts';
export type { PluginConfig } from './authoring/define-plugin-config.ts';
export { definePluginTool } from './authoring/define-plugin-tool.ts';
export type { PluginCall, PluginTool, PluginToolDefinition } from './authoring/define-plugin-tool.ts';
export { defineStagePlugin } from './authoring/define-stage-plugin.ts';
export type { StagePlugin, StagePluginDefinition } from './authoring/define-stage-plugin.ts';
export { encodeValue } from './authoring/encode-value.ts';
export type { PluginJson } from './authoring/encode-value.ts';
export { maskJson } from './authoring/mask-json.ts';
export { StageRefusedError } from './authoring/refused-error.ts';
export type {
  PageScriptOptions,
  PluginBox,
  PluginElement,
  PluginPicture,
  PluginSession,
  PluginTarget,
  PluginUndo,
} from './authoring/session.ts';
export type { ObservedCall, PluginAppFile, PluginRange, PluginStage } from './authoring/stage.ts';
export { withFunctions } from './authoring/with-functions.ts';
export type { PluginCapability } from './wire/capabilities.ts';

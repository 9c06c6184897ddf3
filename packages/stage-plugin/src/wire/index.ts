export { pluginCapabilities, pluginCapabilityNames, pluginDomains } from './capabilities.ts';
export type { PluginCapability } from './capabilities.ts';
export { openLineStream } from './line-stream.ts';
export type { LineStream } from './line-stream.ts';
export { pluginManifest, pluginName, pluginProtocol } from './manifest.ts';
export type { DetailField, PluginManifest, ToolRow } from './manifest.ts';
export { longestMessage, pluginMessage } from './messages.ts';
export type { PluginMessage, SessionFacts, StageMessage } from './messages.ts';

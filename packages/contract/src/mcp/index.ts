export { contractExtensionKey, failureMetaKey, toCallToolResult } from './call-tool-result.ts';
export type { ToolResult } from './call-tool-result.ts';
export { outputSchemaFor } from './output-schema.ts';

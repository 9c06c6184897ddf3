export { canonicalOf, contractExtensionKey, failureMetaKey, toCallToolResult } from './call-tool-result.ts';
export type { ToolResult } from './call-tool-result.ts';
export { callToolResultText } from './call-tool-result-text.ts';
export type { ResultAdditions } from './call-tool-result-text.ts';
export { outputSchemaFor } from './output-schema.ts';

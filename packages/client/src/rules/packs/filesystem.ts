import type { ServerRules } from '../rule.ts';

/** `@modelcontextprotocol/server-filesystem`: files below the folders that it was started with. */
// prettier-ignore
export const filesystem: ServerRules = {
  names: ['secure-filesystem-server'],
  reads: [
    'read_file', 'read_text_file', 'read_media_file', 'read_multiple_files', 'list_directory',
    'list_directory_with_sizes', 'directory_tree', 'search_files', 'get_file_info', 'list_allowed_directories',
  ],
  rules: [
    { code: 'PERMISSION_DENIED', confidence: 'high', words: ['access denied - path outside allowed directories', 'access denied - symlink target outside allowed directories', 'access denied - parent directory'] },
    { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'high', words: ['destination already exists'] },
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['could not find exact match for edit', 'cannot specify both head and tail parameters simultaneously'] },
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['parent directory does not exist'] },
  ],
};

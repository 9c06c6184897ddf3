import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { Client } from './client.ts';
import { cursor } from './cursor.ts';
import { vscode } from './vscode.ts';

/** Every client whose file is known. A further one is one file, and one line here. */
export const clients: readonly Client[] = [claudeDesktop, claudeCode, cursor, vscode];

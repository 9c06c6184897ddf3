/**
 * Counts phrasings that the project avoids and fails when there are more than the baseline allows:
 *
 * node scripts/voice.mjs                    the counts, and the new matches if there are any
 * node scripts/voice.mjs --list [word…]     every match in files that start with the word, or of that pattern
 * node scripts/voice.mjs --write            lowers the baseline; refuses to raise it
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runVoice } from './voice/run-voice.mjs';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.exitCode = runVoice({ root, write: values.write, list: values.list ? positionals : undefined }, console.log);

import { describe, expect, it } from 'vitest';
import type { CodeDefinition } from '../codes/code.ts';
import { codeSetProblems } from '../codes/define-codes.ts';
import type { CodeSet } from '../codes/define-codes.ts';
import { templateTexts } from '../codes/template.ts';
import { createRegistry } from '../failures/registry.ts';
import { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes } from './index.ts';

const named = { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes };
const sets = Object.entries<CodeSet>(named);
const definitionsOf = (set: CodeSet): readonly CodeDefinition[] => Object.values(set.definitions);
const lastText = (definition: CodeDefinition, field: 'message' | 'hint'): string | undefined =>
  templateTexts(definition[field]).at(-1);

describe.each(sets)('%s', (_name, set) => {
  const definitions = definitionsOf(set);

  it('has codes, and no problem in any of them', () => {
    expect(definitions.length).toBeGreaterThan(0);
    expect(codeSetProblems(set)).toEqual([]);
  });

  it('has a different hint for every code', () => {
    const hints = definitions.map(({ hint }) => templateTexts(hint).join('\n'));
    expect(hints.every((hint) => hint.trim().length > 0)).toBe(true);
    expect(new Set(hints).size).toBe(hints.length);
  });

  it('has no message that the MCP-AQL conformance runner takes for a stack trace', () => {
    const messages = definitions.flatMap(({ message }) => templateTexts(message));
    expect(messages.filter((message) => /at\s+\S/i.test(message))).toEqual([]);
  });
});

it('redefines no core code in a namespace', () => {
  for (const [, set] of sets) expect(() => createRegistry(set)).not.toThrow();
});

describe('the codes that the seeds name', () => {
  it('has the 14 rejections of seed 000, with the hints it words itself', () => {
    const hints = {
      INPUT_REJECTED_DANGEROUS_FLAG:
        'Remove the rejected flag from testArgs. The flag can load arbitrary code via the underlying test runner and is denied from MCP input. If you need it for trusted CLI use, run coverctl directly without MCP.',
      INPUT_REJECTED_SHELL_METACHAR: expect.any(String),
      INPUT_REJECTED_CONTROL_CHARS: 'Strip control bytes.',
      INPUT_REJECTED_INVALID_TAGS: 'Pass alphanumeric, comma-separated identifiers.',
      INPUT_REJECTED_INVALID_TIMEOUT: 'Use 30s, 10m, 1h30s, …',
      INPUT_REJECTED_INVALID_RUN_PATTERN: 'Use plain regex; remove backtick / $(...) / ;.',
      INPUT_REJECTED_PATH_SCOPE: 'Use a path inside the project root.',
      OP_CONFIG_EXISTS: 'Pass force: true to overwrite.',
      OP_DETECT_FAILED: 'Pass language explicitly or run from a project root.',
      OP_INVALID_PATH: 'Use a path inside the working directory.',
      OP_FILE_WRITE_FAILED: 'Check permissions and disk space.',
      OP_RATE_LIMITED: 'Wait or coalesce updates.',
      // The seed writes `--language`, which is the command line's spelling and no field of a tool.
      OP_MODULE_ROOT_MISSING:
        'Run from inside a Go module, pass language for non-Go repos, or check for nested submodules.',
      INPUT_REJECTED_OTHER: 'Inspect error for details.',
    };
    const { definitions } = coverageCodes;
    const ours = Object.fromEntries(
      Object.entries<CodeDefinition>(definitions).map(([code, definition]) => [code, lastText(definition, 'hint')]),
    );
    expect(ours).toMatchObject(hints);
  });

  it('renders the rejection that seed 000 shows', () => {
    const details = { field: 'testArgs[0]', value: '--rootdir=/tmp', flag: '--rootdir' };
    const failure = createRegistry(coverageCodes).fail('INPUT_REJECTED_DANGEROUS_FLAG', details);
    expect(failure).toMatchObject({
      message:
        'rejected MCP input testArgs[0]="--rootdir=/tmp": flag "--rootdir" can load arbitrary code via the underlying test runner; not allowed from MCP input',
      summary: 'Rejected unsafe MCP input',
      details,
    });
  });

  it('has the 11 codes of seed 001', () => {
    expect(Object.keys(launchCodes.definitions)).toEqual(
      expect.arrayContaining([
        'INVALID_INPUT',
        'SCHEMA_VALIDATION_FAILED',
        'RUN_NOT_FOUND',
        'ILLEGAL_STATE',
        'TOOLCHAIN_MISSING',
        'GATE_FAILED',
        'FIX_EXHAUSTED',
        'ALLOWED_PATHS_VIOLATION',
        'COMMIT_SERVICE_ERROR',
        'CANCELLED',
        'INTERNAL',
      ]),
    );
    expect(launchCodes.definitions.GATE_FAILED).toMatchObject({ kind: 'report', http: null });
  });

  it('has the codes of seed 002, including those reserved for the future', () => {
    expect(Object.keys(coreCodes.definitions)).toEqual(
      expect.arrayContaining([
        'VALIDATION_MISSING_PARAM',
        'VALIDATION_INVALID_TYPE',
        'VALIDATION_UNKNOWN_PARAM',
        'VALIDATION_INVALID_ENCODING',
        'VALIDATION_PAYLOAD_TOO_LARGE',
        'NOT_FOUND_OPERATION',
        'NOT_FOUND_RESOURCE',
        'PERMISSION_DENIED',
        'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
        'PERMISSION_DANGER_LEVEL_DENIED',
        'CONFIRMATION_REQUIRED',
        'RATE_LIMIT_EXCEEDED',
        'RATE_LIMIT_QUOTA_WARNING',
        'RATE_LIMIT_QUOTA_PAUSE',
        'RATE_LIMIT_QUOTA_EXHAUSTED',
        'TOKEN_INVALID',
        'TOKEN_EXPIRED',
        'TOKEN_ALREADY_USED',
        'TOKEN_SCOPE_MISMATCH',
        'INTERNAL_ERROR',
        'CONFLICT_ALREADY_EXISTS',
        'CONFLICT_VERSION_MISMATCH',
        'VALIDATION_INVALID_ENUM',
        'VALIDATION_OUT_OF_RANGE',
        'VALIDATION_PATTERN_MISMATCH',
        'VALIDATION_UNKNOWN_FIELD',
        'VALIDATION_ENDPOINT_MISMATCH',
        'BATCH_PARTIAL_FAILURE',
      ]),
    );
  });

  it('has a code for each of the eight numbers of seed 003', () => {
    const byNumber = {
      '-32602': 'INVALID_PARAMS',
      '-32001': 'PERMISSION_DENIED',
      '-32002': 'NOT_FOUND',
      '-32003': 'VALIDATION_ERROR',
      '-32004': 'RATE_LIMIT_EXCEEDED',
      '-32005': 'PR_NOT_MERGEABLE',
      '-32006': 'HEAD_SHA_MISMATCH',
      '-32603': 'INTERNAL_ERROR',
    };
    const registry = createRegistry(githubCodes);
    expect(Object.values(byNumber).filter((code) => !registry.find(code))).toEqual([]);
  });

  it('has the codes of seed 004 and its registry, each with its status and retryable', () => {
    const facts = {
      NOT_RUNNING: [409, false],
      ALREADY_RUNNING: [409, false],
      LAUNCH_TIMEOUT: [408, true],
      LAUNCH_FAILED: [500, false],
      FUSES_BLOCK_LAUNCH: [409, false],
      SINGLE_INSTANCE_LOCK: [409, false],
      BAD_ARGUMENT: [400, false],
      FILE_NOT_FOUND: [404, false],
      ABSOLUTE_PATH_REQUIRED: [400, false],
      REF_NOT_FOUND: [404, false],
      SURFACE_NOT_FOUND: [404, false],
      SURFACE_CLOSED: [409, false],
      SURFACE_UNSUPPORTED: [501, false],
      SELECTOR_NO_MATCH: [404, false],
      ELEMENT_NOT_VISIBLE: [409, true],
      ELEMENT_DISABLED: [409, false],
      TYPE_NO_EFFECT: [422, false],
      WAIT_TIMEOUT: [408, true],
      EXPECTATION_FAILED: [417, true],
      TRANSPORT_UNSUPPORTED: [501, false],
      CDP_DISCONNECTED: [503, true],
      CDP_TIMEOUT: [408, true],
      INJECT_FAILED: [500, true],
      PLUGIN_LOAD_FAILED: [500, false],
      PLUGIN_VERSION_MISMATCH: [409, false],
      PLUGIN_MANIFEST_INVALID: [500, false],
      PLUGIN_CONFIG_INVALID: [400, false],
      EVAL_SYNTAX_ERROR: [400, false],
      EVAL_RUNTIME_ERROR: [500, false],
      EVAL_TIMEOUT: [408, true],
      EVAL_BLOCKED_KEYWORD: [400, false],
      EVAL_BLOCKED_CONSTRUCT: [400, false],
      OPERATION_TIMEOUT: [408, true],
      NOT_IMPLEMENTED: [501, false],
      INTERNAL_ERROR: [500, false],
    };
    const registry = createRegistry(stageCodes);
    const ours = Object.keys(facts).map((code) => {
      const definition = registry.find(code);
      return [code, [definition?.http, definition?.retryable]];
    });
    expect(Object.fromEntries(ours)).toEqual(facts);
  });

  it('keeps the literal hints of seed 004', () => {
    const { NOT_RUNNING, REF_NOT_FOUND, ELEMENT_NOT_VISIBLE } = stageCodes.definitions;
    expect([NOT_RUNNING.hint, REF_NOT_FOUND.hint, ELEMENT_NOT_VISIBLE.hint]).toEqual([
      'Call launch first.',
      'Call snapshot first.',
      'Wait for the element to become visible.',
    ]);
  });
});

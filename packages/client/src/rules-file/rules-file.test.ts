import { describe, expect, it } from 'vitest';
import { parseRules } from './parse-rules.ts';

const good = `server: my-tickets
reads: [find_ticket]
idempotent: set_state
polls: [get_job]
rules:
  - words: ["ticket * is closed"]
    code: CONFLICT_VERSION_MISMATCH
    confidence: high
  - status: [423]
    code: UPSTREAM_UNAVAILABLE
  - tools: [find_ticket]
    body: { found: false }
    code: NOT_FOUND_RESOURCE
tests:
  - text: "Ticket 7 is closed"
    code: CONFLICT_VERSION_MISMATCH
  - text: "HTTP 423"
    code: UPSTREAM_UNAVAILABLE
  - text: "Ticket 7 is open"
    code: none
  - { tool: find_ticket, is_error: false, text: '{"found":false}', code: NOT_FOUND_RESOURCE }
  - { tool: close_ticket, is_error: false, text: '{"found":false}', code: none }
`;
const messagesOf = (yaml: string): readonly string[] =>
  parseRules(yaml).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('parseRules', () => {
  it('reads rules, and runs the tests in the file', () => {
    expect(parseRules(good)).toMatchObject({
      problems: [],
      passed: 5,
      rules: {
        names: ['my-tickets'],
        reads: ['find_ticket'],
        idempotent: ['set_state'],
        polls: ['get_job'],
        rules: [
          { code: 'CONFLICT_VERSION_MISMATCH', words: ['ticket * is closed'], confidence: 'high' },
          { code: 'UPSTREAM_UNAVAILABLE', status: [423], confidence: 'medium' },
          { code: 'NOT_FOUND_RESOURCE', tools: ['find_ticket'], body: { found: false } },
        ],
      },
    });
  });

  it.each([
    ['a rule without a code', 'server: s\nrules:\n  - words: [abc]\n', "3:5 'code' is missing."],
    [
      'an unknown code',
      'server: s\nrules:\n  - { words: [abc], code: NOT_FOUND_RESORCE }\n',
      'Did you mean NOT_FOUND_RESOURCE?',
    ],
    [
      'a code that needs a token',
      'server: s\nrules:\n  - { words: [abc], code: CONFIRMATION_REQUIRED }\n',
      'is not a code that can be inferred',
    ],
    ['a body without tools', 'server: s\nrules:\n  - { body: { a: 1 }, code: PERMISSION_DENIED }\n', "needs 'tools'"],
    [
      'a rule for everything',
      'server: s\nrules:\n  - { words: ["*"], code: PERMISSION_DENIED }\n',
      'at least three characters',
    ],
    ['an unknown field', 'server: s\nruels: []\n', "2:1 Unknown key 'ruels'."],
    ['a server without a name', 'rules: []\n', "'server' is missing"],
    ['a list', '- a\n', 'A rules file must be a map'],
    ['broken YAML', 'server: [', '1:10 '],
  ])('reports %s with its place', (_, yaml, message) => {
    expect(messagesOf(yaml).join('\n')).toContain(message);
    expect(parseRules(yaml).rules).toBeUndefined();
  });

  it('reports a test that fails, with what it got instead', () => {
    const yaml = good.replace('text: "Ticket 7 is closed"', 'text: "ENOENT"');
    expect(messagesOf(yaml)).toEqual([
      "15:5 This test expected CONFLICT_VERSION_MISMATCH but got NOT_FOUND_RESOURCE (inferred from 'ENOENT').",
    ]);
  });
});

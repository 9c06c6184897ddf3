import type { Proofs } from './proof.ts';

const registry: Proofs = {
  'descriptions name the codes of their tool': [
    ['test/seed.test.ts', 'every description names the codes of its tool'],
    ['src/tools/tools.test.ts', 'list exactly their codes in their descriptions'],
  ],
  'every failure has a code of one registry': [
    ['test/seed.test.ts', 'marks a code for every tool failure that reaches the wire'],
    ['test/seed.test.ts', 'is listed as data, with the facts that failures have'],
    ['test/mirror.system.test.ts', 'agrees with the sources, tools and documents of the stage'],
  ],
  'the codes of the contract have its status, retryability and hint': [
    ['test/seed.test.ts', 'has %s as the contract writes it'],
  ],
  'codes are in SCREAMING_SNAKE_CASE': [['test/seed.test.ts', 'writes codes in SCREAMING_SNAKE_CASE']],
  'each code has a status, a hint, and whether a call can be repeated': [
    ['test/seed.test.ts', 'gives each code a status, whether it can be retried, and a hint'],
  ],
  'failures of time are retryable, those of state are not': [
    ['test/seed.test.ts', 'lets a failure of time be retried, and not one of state: %s'],
  ],
  'a call can replace the message and the hint of a code': [
    ['test/seed.test.ts', 'lets a call replace the message and the hint of a code, and nothing else'],
  ],
  'a new code needs an entry in the record of decisions': [
    [
      'src/codes-record.test.ts',
      'every code of the stage has one entry in the record of decisions, and no other code has',
    ],
    ['src/codes-record.test.ts', 'every entry is dated and gives a reason'],
  ],
  'a code in a source that is not registered fails a test': [
    ['test/mirror.system.test.ts', 'reports codes that are not registered, even if only their types tell them'],
  ],
};

const envelope: Proofs = {
  'a failure has the fields of the contract': [
    ['test/seed.test.ts', 'of a failure has the fields of the contract, and its facts are those of the registry'],
  ],
  'a success has its own fields, ok and _meta': [
    ['test/seed.test.ts', 'of a success has the fields of the tool, ok and _meta'],
  ],
  'every answer estimates its tokens, without a tokenizer': [
    ['test/seed.test.ts', 'estimates its tokens as a quarter of its characters'],
  ],
  'an answer names its session': [['test/seed.system.test.ts', 'the envelope has the session that it is about']],
  'a failure has a hint, calls to make next and similar references': [
    ['test/seed.system.test.ts', 'a reference that is not found has a hint and a next action that can be called'],
    ['test/seed.system.test.ts', 'a reference that is not found has similar ones, with their roles and names'],
  ],
};

const operations: Proofs = {
  'agents neither see nor send the type of an operation': [
    ['test/seed.test.ts', 'is not part of what an agent sees or sends'],
    ['src/tools/tools.test.ts', 'do not show their operation types to agents'],
  ],
  'a tool without a valid type keeps the server from starting': [
    ['test/seed.test.ts', '%s keeps the server from starting'],
    ['test/registration.system.test.ts', 'of operation type %j does not start and writes no protocol'],
  ],
  'only code of eval tools is checked as code': [
    ['test/seed.system.test.ts', 'only tools of type eval check code: other tools take the same text as text'],
    ['src/tools/tools.test.ts', 'prevent the server from starting if they run code without rules'],
  ],
  'the strings of all other tools are checked more lightly': [
    ['src/content/command-content.test.ts', 'rejects %s and names %s'],
    ['src/tools/tools.test.ts', 'reject strings that must not reach an app, also in added tools'],
  ],
  'eval tools are hidden unless the operator allows their process': [
    ['test/seed.test.ts', 'is not taken by a stage whose operator has not allowed it'],
    ['src/tools/tools.test.ts', 'are not offered unless the operator allows their process'],
  ],
  'the words of the blocklist are refused': [
    ['test/seed.system.test.ts', 'code with a word of the blocklist is EVAL_BLOCKED_KEYWORD: %s'],
  ],
};

const schemas: Proofs = {
  'calls are checked by the schema that the list of tools shows': [
    ['test/seed.test.ts', 'reject a call by the schema that the list of tools shows'],
    ['src/tools/listing.test.ts', 'states the limits that calls are checked against'],
  ],
};

const plugins: Proofs = {
  'codes of plugins have the name of their plugin, those of the core have none': [
    ['test/seed.test.ts', 'have the name of their plugin before them, and those of the core have none'],
    [
      'test/plugins.system.test.ts',
      'answers with its own codes and with those of the stage, and a bug in it is INTERNAL_ERROR',
    ],
  ],
  'the codes in the sources of a plugin are those of its manifest': [
    ['test/mirror.system.test.ts', 'agrees with the sources, tools and documents of %s'],
    [
      'test/mirror.system.test.ts',
      'reports a code of another plugin, one that is not declared, and one that only run time knows',
    ],
    ['test/mirror.system.test.ts', 'reports codes of a plugin with another namespace than its own, or without one'],
  ],
};

const additions: Proofs = {
  'the added codes have their facts': [['test/seed.test.ts', 'add %s with its facts']],
  'WAIT_TIMEOUT has the last state': [
    ['test/seed.system.test.ts', 'WAIT_TIMEOUT of a state has the last state under details.last_state'],
  ],
  'TYPE_NO_EFFECT says that the input was ignored, and what helps': [
    ['test/seed.system.test.ts', 'TYPE_NO_EFFECT tells that the target ignored the input, with the click that helps'],
    ['test/app-editors.system.test.ts', '%s gets the text that is typed into its content, and no success is false'],
  ],
  'typing that works is never TYPE_NO_EFFECT': [
    ['test/seed.system.test.ts', 'typing that works, repeats the same value or types nothing is a success'],
  ],
  'CDP_TIMEOUT is an app that does not answer, CDP_DISCONNECTED a connection that is gone': [
    ['test/pairs/describe-connections.ts', 'CDP_TIMEOUT answers with it if the app refuses or does not answer'],
    ['test/pairs/describe-connections.ts', 'CDP_DISCONNECTED answers with it if the connection is lost repeatedly'],
    ['test/pairs/describe-starts.ts', 'electron_attach answers with CDP_TIMEOUT and CDP_DISCONNECTED'],
  ],
  'an app that does not close in time is killed': [
    ['test/seed.system.test.ts', 'an app that does not answer Browser.close in time is killed'],
  ],
  'the search for codes reads the syntax tree: comments and strings are no codes': [
    ['test/mirror.system.test.ts', 'reports nothing in files without mistakes'],
    ['test/mirror.system.test.ts', 'reports strings where a code is expected, also behind a cast'],
  ],
  'EVAL_BLOCKED_CONSTRUCT names the construct and the hash of the code': [
    ['test/seed.test.ts', 'give EVAL_BLOCKED_CONSTRUCT the construct and the hash of the code'],
    [
      'test/seed.system.test.ts',
      'code whose structure leads out is EVAL_BLOCKED_CONSTRUCT, with the construct and the hash alone: %s',
    ],
    ['test/eval-record.system.test.ts', 'has every run of code with its hash, and neither code nor argument anywhere'],
  ],
};

/** The paragraphs of the contract that can be tested, section by section, with the tests that prove them. */
export const contractParagraphs: Proofs = {
  ...registry,
  ...envelope,
  ...operations,
  ...schemas,
  ...plugins,
  ...additions,
};

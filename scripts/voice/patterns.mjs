/**
 * Phrasings that the project avoids. `matches` and `allows` are examples that the tests run; `instead` is the advice
 * that a report prints.
 *
 * @typedef {object} Pattern
 * @property {string} name
 * @property {RegExp} expression Runs on one paragraph at a time, with inline code and placeholders written as `{}`.
 * @property {string} matches
 * @property {string} allows
 * @property {string} instead
 */

const component =
  '(?:servers?|tools?|gates?|meters?|stores?|APIs?|upstreams?|clients?|engine|stages?|guards?|codes?|dialects?|' +
  'runners?|parsers?|files?|documents?|schemas?|tables?|rows?|polic(?:y|ies)|contracts?|suites?|doors?|pipeline|' +
  'handlers?|adapters?|SDKs?|librar(?:y|ies)|programs?|process(?:es)?|databases?|registry|models?|commands?|' +
  'platforms?|machines?|terminals?|shell|compilers?|requests?|answers?|failures?|calls?|messages?|responses?|' +
  'frameworks?|git|Node|GitHub|SQLite|PostgreSQL|revisions?|specification|conditions?|rules?|headers?|fields?|' +
  'routers?|operations?|systems?|browsers?)';

/** Nouns after which `beside` says where a thing is; anything else after it is a comparison or an addition. */
const place =
  "(?:its?|itself|them|this|these|those|our|their|params|\\{\\}|['`]|package\\.json|the (?:files?|stores?|source|" +
  'stages?|project|bundle|packages?|one|new|old|suite|number|fields?|code|profile|unknown|point|body|key))';

/** @type {readonly Pattern[]} */
export const patterns = [
  {
    name: 'what-opening',
    expression: /(?<=^|[.!?]["')*]* )What(?:ever)?\b(?! to\b)(?!(?:[^.!?]|(?<=\bvs)\.|\.(?=\S))*\?)/g,
    matches: 'Declares a tool. What cannot be kept is refused here.',
    allows: 'What does {} cost vs. version 2.4 of it? See what it adds. What to do next:',
    instead: 'start with the subject or a verb: "Rejects invalid definitions at startup"',
  },
  {
    name: 'who-opening',
    expression: /(?<=^|[.!?]["')*]* )Who(?:m|se)?\b(?! to\b)(?!(?:[^.!?]|(?<=\bvs)\.|\.(?=\S))*\?)/g,
    matches: 'Who knows an API better than the table can say so.',
    allows: 'Who is calling? The caller who owns the key.',
    instead: 'name the role: "the caller", "the principal", "users who …"',
  },
  {
    name: 'whoever',
    expression: /\bwho(?:m)?ever\b/gi,
    matches: 'listed again for whoever asks',
    allows: 'listed again for each request',
    instead: 'name the role: the caller, the user, the process that …',
  },
  {
    name: 'somebody',
    expression: /\b(?:some|any|no|every)body\b/gi,
    matches: 'the token is nobody else’s',
    allows: 'the response body of some request; no one is available to ask',
    instead: 'name the role (a person, an operator, another process), or "no caller", "unknown"',
  },
  {
    name: 'strangers',
    expression: /\bstrangers?\b(?! than)/gi,
    matches: 'the fields that strangers wrote',
    allows: 'the untrusted fields; stranger than fiction',
    instead: 'untrusted input, an unknown caller',
  },
  {
    name: 'knock',
    expression: /\bknock(?:s|ed|ing)?\b(?!-on)/gi,
    matches: 'what happens to those who knock wrongly',
    allows: 'how invalid requests are handled; a knock-on effect',
    instead: 'request, connect',
  },
  {
    name: 'dear',
    expression: /\bdear(?:er|est)?\b/gi,
    matches: 'putting objects together is dear',
    allows: 'object spread is slow here; endearing',
    instead: 'expensive, slow',
  },
  {
    name: 'is-no',
    expression:
      /(?<!\bthere )\b(?:is|are|was|were|be) no (?!longer|more|less|later|earlier|fewer|different|better|worse|need|way|reason|doubt|one\b|such|bigger|larger|smaller|older|newer|slower|faster)\w/gi,
    matches: "'{}' is no address to listen on",
    allows: 'there is no address; the address is no longer used',
    instead: '"Not a valid URL", "must be a number", "is not a …"',
  },
  {
    name: 'is-none',
    expression: /(?<!\b(?:there|effect) )\b(?:is|are|was|were) none\b(?! after)/gi,
    matches: "kind '{}' is none of {}",
    allows: 'kind must be one of {}; undefined if there is none',
    instead: '"must be one of …", "is not one"',
  },
  {
    name: 'in-order',
    expression: /\b(?:is|are|was|were|be|not) in order\b(?! to| of)/gi,
    matches: 'its _meta is not in order',
    allows: 'runs the operations in order; sorted in order of size',
    instead: 'valid, invalid',
  },
  {
    name: 'a-text',
    expression:
      /\b(?:an?|one|each|every|another) text\b(?! (?:areas?|blocks?|box|content|documents?|editor|encoding|fields?|files?|format|messages?|nodes?|parts?))|\btexts\b/gi,
    matches: 'its method is not a text',
    allows: 'method must be a string; the first text block holds text',
    instead: 'a string, a message, a value',
  },
  {
    name: 'of-caller',
    expression:
      /\b(?!(?:asks?|told|also|required) )\w+ of (?:this|that|the|a) caller\b(?! who| that| which)|\b(?:not|never) good for\b|(?<!\b(?:many|some|one|all|none|most|each|any|both) )\bof (?:ours|yours|theirs|mine)\b/gi,
    matches: "the key of this caller is not good for '{}'",
    allows: "this key is not allowed to call '{}'; many of ours",
    instead: '"this key", "the caller’s key", "our server", "is not allowed to …"',
  },
  {
    name: 'beside',
    expression: new RegExp(`\\bbeside\\b(?!-)(?! ${place})`, 'gi'),
    matches: 'One of 1,000 tools beside one of 10',
    allows: '1,000 tools vs. 10; its key is in the file beside the store',
    instead: 'vs., compared with; in addition to; next to',
  },
  {
    name: 'stands',
    expression: /\b(?:stands?|stood)\b(?! (?:for|in for|in the way|by|up|out|still|alone|or falls)\b)/gi,
    matches: 'Parameters may also stand under {}',
    allows: '{} stands for every item; I understand',
    instead: 'is, is in, is written in, comes before',
  },
  {
    name: 'personified',
    expression: new RegExp(
      `\\b${component} (?:wants?|likes|thinks?|believes?|feels?|hopes?|hears?|heard|obeys?|complains?|minds|cares|` +
        'insists?|pretends?|swears?|demands?|knows? (?:better|best|of|no|nothing))\\b|\\b(?:hears?|heard) of\\b',
      'g',
    ),
    matches: 'an upstream wants no more calls until the hour is over',
    allows: 'the upstream limits calls per hour; a user who wants more calls; files like this',
    instead: 'a literal verb: requires, accepts, receives, does not support',
  },
  {
    name: 'became-of',
    expression: /\b(?:comes?|came|becomes?|became) of\b(?! age)/gi,
    matches: 'says what became of the call',
    allows: 'reports the result of the call; the value comes from {}',
    instead: 'the result of, the outcome of',
  },
  {
    name: 'inverted',
    expression:
      /(?<=^|[.!?;:]["')*]* )(?:of (?:what|an?|several|each|every|the (?!\d|one|two|three|four|five|six))\b[^.;:]{0,80}\b(?:nothing|nobody|none|holds?|counts?|wins?|how|whether)\b|(?:under|in|on|behind|below|above|before|after|beside) [^.,;:]{3,60}\b(?:stands?|lies?|comes?) (?:the|an?|what|no|nothing)\b)/gi,
    matches: 'Of what a tool says in words nobody knows whether it passes.',
    allows: 'Of the 13 scenarios, 12 pass. In this folder, run the tests.',
    instead: 'subject first, then the verb',
  },
  {
    name: 'rare-word',
    expression: /\b(?:mend(?:s|ed|ing)?|anew|in vain|for want of|to be had|nought|for ever|again and again)\b/gi,
    matches: 'no call can mend it; it begins anew; it waits for ever',
    allows: 'amend the commit; fix it and start again; a new file for every call',
    instead: 'fix, again, without, zero, forever, repeatedly',
  },
  {
    name: 'where-if',
    // Case matters: SQL has NULL WHERE.
    expression:
      /\b(?:[Uu]ndefined|[Aa]bsent|[Nn]ull|[Nn]othing|[Nn]one|[Ee]mpty|[Tt]rue|[Ff]alse|[Aa]lso) where\b|\bwhere there (?:is|are) (?:none|nothing)\b/g,
    matches: 'Undefined where no rule fits.',
    allows: 'Undefined if no rule fits. UPDATE t SET key = NULL WHERE id = 1; the folder where files are',
    instead: 'if, unless',
  },
  {
    name: 'on-record',
    expression: /\b(?:is|are|was|were|be) on record\b/gi,
    matches: 'every refusal is on record',
    allows: 'every refusal is recorded; puts it on record',
    instead: 'is recorded',
  },
];

/**
 * Words that a sentence may use besides those of its claims: they connect and state nothing. Numbers, quantities
 * (`all`, `only`), modal words (`must`), comparisons and negations are not among them, nor words that ask a reader to
 * do something.
 */
const list = `
a an the this that these those it its itself they them their there here
i we our you your he she his her
and or but so as if when where while which who whose what how than then also both too
of to in on at by for from with within into onto over under between through during across about around per via
up out off as well together along
is are was were be been being has have had having do does did
can could may will would
use uses used using let lets allow allows provide provides provided give gives given
include includes including contain contains consist consists
describe describes described explain explains show shows introduce introduces cover covers
offer offers come comes serve serves
such like each other another same following available
page section guide reference documentation overview introduction example examples
`;

/** Words of English that connect, in lower case. */
export const plainWords: ReadonlySet<string> = new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Forms of these words that ask a reader to do something where they begin a clause. */
export const commandWords: ReadonlySet<string> = new Set(
  'use let allow provide give include contain describe explain show introduce cover offer come serve do be have'.split(
    ' ',
  ),
);

/** Words that turn a statement around. */
export const negations: ReadonlySet<string> = new Set(
  "no not never none nothing neither nor without cannot can't won't don't doesn't didn't isn't aren't wasn't shouldn't mustn't needn't hasn't haven't unable".split(
    ' ',
  ),
);

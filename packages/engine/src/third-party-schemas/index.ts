export { looksLikeSecret } from '../redaction/secret-texts.ts';
export { fitsFormat, knownFormats } from './formats.ts';
export { readPattern } from './linear-pattern.ts';
export { schemaProblem } from './schema-problem.ts';

/** Counts tokens as current models do (o200k). */
export { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

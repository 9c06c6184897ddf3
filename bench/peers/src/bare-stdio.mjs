/** The floor of stdio: one line in, one line out, nothing checked. */
import { answerBare } from './bare-answer.mjs';

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (/** @type {string} */ chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  const answers = lines.filter((line) => line.includes('"id":')).map((line) => `${answerBare(line)}\n`);
  if (answers.length > 0) process.stdout.write(answers.join(''));
});

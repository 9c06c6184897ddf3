/** The floor of HTTP: reads a call, answers it in the shape that MCP has, and checks nothing. */
import { createServer } from 'node:http';
import { answerBare } from './bare-answer.mjs';
import { listen } from './listen.mjs';

await listen(
  createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answerBare(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
      response.end(answer);
    });
  }),
);

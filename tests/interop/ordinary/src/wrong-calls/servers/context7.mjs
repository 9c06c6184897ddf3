import { context7 } from '../../servers/context7.mjs';
import { corrected, lost, missing, noTool, refused, retried, wrongType } from '../case.mjs';

const docs = { libraryId: '/vercel/next.js', query: 'routing' };
const search = { libraryName: 'Next.js', query: 'routing' };

export const context7Calls = {
  server: context7,
  calls: [
    corrected(missing, 'query-docs', { library_id: docs.libraryId, query: docs.query }, docs),
    corrected(missing, 'query-docs', { libraryId: docs.libraryId, qurey: docs.query }, docs),
    corrected(missing, 'resolve-library-id', { libraryNmae: search.libraryName, query: search.query }, search),
    corrected(wrongType, 'resolve-library-id', { ...search, libraryName: 7 }, { ...search, libraryName: '7' }),
    refused(missing, 'query-docs', { query: 'routing' }),
    refused(wrongType, 'query-docs', { ...docs, query: ['routing'] }),
    refused(noTool, 'get-docs', docs),
    refused(noTool, 'query_docs', docs),
    retried(lost, 'query-docs', docs, ({ tape }) => tape.faults.push('swallow')),
    retried(lost, 'resolve-library-id', search, ({ tape }) => tape.faults.push('kill before answer')),
  ],
};

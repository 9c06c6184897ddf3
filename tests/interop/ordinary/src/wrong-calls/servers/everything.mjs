import { everything } from '../../servers/everything.mjs';
import { corrected, lost, missing, noTool, outOfRange, refused, rejected, retried, told, unavailable, wrongType, wrongValue } from '../case.mjs'; // prettier-ignore

const gzip = { name: 'x.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' };

export const everythingCalls = {
  server: everything,
  calls: [
    corrected(wrongType, 'get-sum', { a: 1, b: '2' }, { a: 1, b: 2 }),
    corrected(missing, 'echo', { mesage: 'hi' }, { message: 'hi' }),
    corrected(missing, 'echo', { Message: 'hi' }, { message: 'hi' }),
    corrected(wrongType, 'echo', { message: 7 }, { message: '7' }),
    corrected(wrongValue, 'get-structured-content', { location: 'Chicgo' }, { location: 'Chicago' }),
    corrected(wrongType, 'get-annotated-message', { messageType: 'error', includeImage: 'false' }, { messageType: 'error', includeImage: false }), // prettier-ignore
    corrected(wrongType, 'get-resource-links', { count: '2' }, { count: 2 }),
    corrected(missing, 'get-annotated-message', { message_type: 'error' }, { messageType: 'error' }),
    refused(missing, 'get-sum', { a: 1 }),
    refused(wrongType, 'get-sum', { a: 'one', b: 2 }),
    refused(wrongValue, 'get-structured-content', { location: 'Paris' }),
    refused(outOfRange, 'get-resource-links', { count: 99 }),
    refused(noTool, 'ecko', { message: 'hi' }),
    refused(noTool, 'get_sum', { a: 1, b: 2 }),
    refused(wrongType, 'gzip-file-as-resource', { ...gzip, data: ['x'] }),
    told(rejected, 'get-resource-reference', { resourceType: 'Text', resourceId: -1 }),
    told(unavailable, 'gzip-file-as-resource', { ...gzip, data: 'http://127.0.0.1:1/x' }),
    told(rejected, 'gzip-file-as-resource', { ...gzip, data: 'ftp://127.0.0.1/x' }),
    retried(lost, 'echo', { message: 'hi' }, ({ tape }) => tape.faults.push('swallow')),
    retried(lost, 'get-sum', { a: 1, b: 2 }, ({ tape }) => tape.faults.push('kill before answer')),
  ],
};

import { defineCodes } from '../../codes/define-codes.ts';

export const stageCodes = defineCodes({}, { namespace: 'stage' });

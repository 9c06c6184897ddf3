import { defineCodes } from '../../codes/define-codes.ts';

export const launchCodes = defineCodes({}, { namespace: 'launch' });

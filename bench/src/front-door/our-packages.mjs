import { fileURLToPath } from 'node:url';
import { packPackages } from '../../../scripts/pack/pack-packages.mjs';

const place = fileURLToPath(new URL('../../ours/node_modules', import.meta.url));
/** @type {Promise<unknown> | undefined} */
let packed;

/** Lays our packages beside our servers as their users get them: as they are published, and not as they are built. */
export const layOurPackages = () => (packed ??= packPackages(['contract', 'engine', 'server', 'stores'], place));

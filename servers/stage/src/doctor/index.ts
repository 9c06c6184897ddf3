export { checkPlace } from './check-place.ts';
export type { PlaceFinding, PlaceOptions } from './check-place.ts';
export { readSettings } from '../settings.ts';

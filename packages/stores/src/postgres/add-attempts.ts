/** Adds the name of an admission, so that one whose answer was lost on the way can be undone. */
export const addAttempts = 'ALTER TABLE $schema.replays ADD COLUMN attempt text;';

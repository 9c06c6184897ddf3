const reactions = ['THUMBS_UP', 'THUMBS_DOWN', 'LAUGH', 'HOORAY', 'CONFUSED', 'HEART', 'ROCKET', 'EYES'] as const;

/** GitHub lists every reaction with its count; the forge has no reactions. */
export const noReactions = reactions.map((content) => ({ content, users: { totalCount: 0 } }));

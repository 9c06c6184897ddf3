/** How many events 'recourse events' shows unless --limit says otherwise. */
export const usualCounts = { listed: 50, followed: 10 } as const;

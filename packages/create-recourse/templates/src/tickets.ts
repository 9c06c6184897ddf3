/** The tickets of this example. Replace the map with your own storage. */
export const tickets = new Map([
  [1, { id: 1, title: 'Printer is on fire', open: true, comments: ['Which floor?'] }],
  [2, { id: 2, title: 'No coffee', open: false, comments: ['Again?'] }],
]);

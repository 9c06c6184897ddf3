/** The shop as a file: what a user would write. */
export const adapterText = (baseUrl: string, { version = '1.0.0', name = 'shop', more = '' } = {}): string => `---
name: ${name}
type: adapter
version: "${version}"
description: Items of a small shop
trust:
  level: validated
target:
  base_url: ${baseUrl}
  transport: http
  protocol: rest
  serialization: json
auth:
  type: none
operations:
  read:
    - name: list_items
      maps_to: "GET /items"
      description: Lists the items
    - name: get_item
      maps_to: "GET /items/{id}"
      description: One item
      params:
        id: { type: integer, required: true }
${more}  delete:
    - name: delete_item
      maps_to: "DELETE /items/{id}"
      description: Removes an item
      params:
        id: { type: integer, required: true }
---
# The shop
`;

/** One more operation for the list of those that read. */
export const countItems = `    - name: count_items
      maps_to: "GET /items"
      description: Counts the items
`;

/** An adapter in the first dialect, with every field that it has. */
export const libraryAdapter = `---
name: library-api
type: adapter
version: "1.2.0"
schema_version: "1.0"
description: Books and loans of a town library.
author: The library
tags: [books]
created: 2026-01-02
target:
  base_url: https://library.example.org/v1/
  transport: http
  protocol: rest
  serialization: json
  timeout_ms: 5000
auth:
  type: bearer
  token_env: LIBRARY_TOKEN
headers:
  Accept-Language: en
trust:
  level: validated
  validated_at: 2026-02-03
operations:
  create:
    - name: lend_book
      maps_to: POST /books/{isbn}/loans
      description: Lends a book to a reader.
      params:
        isbn: { $ref: "#/shared_parameters/isbn" }
        reader_id: { type: integer, required: true, minimum: 1, wire_name: readerId }
        weeks: { type: integer, minimum: 1, maximum: 8, default: 4 }
        pin: { type: string, sensitive: true, pattern: "^[0-9]{4}$" }
  read:
    - name: get_book
      maps_to: GET /books/{isbn}
      params:
        isbn: { $ref: "#/shared_parameters/isbn" }
      returns: Book
      resource: { type: book, id: "{isbn}" }
      examples:
        - description: One book
          params: { isbn: "9780140449136" }
    - name: list_books
      maps_to: GET /books
      params:
        shelf: { type: string, enum: [new, old], default: new }
        tags: { type: array, items: { type: string, maxLength: 20 }, array_style: comma, in: query }
        trace: { type: string, in: header, wire_name: X-Trace }
      pagination: { style: cursor, param_name: after, per_page_param: size, cursor_path: meta.next, items_path: books, total_path: meta.total, default_limit: 10, max_limit: 50 }
      returns: { type: "Book[]", description: A page of books. }
      field_sets: { spine: [title, author.name] }
  update:
    - name: update_book
      maps_to: PUT /books/{isbn}
      read_with: get_book
      params:
        isbn: { $ref: "#/shared_parameters/isbn", description: Which book. }
      input:
        title: { type: string, minLength: 1 }
        author: { type: object, properties: { name: { type: string, required: true } } }
    - name: rename_shelf
      maps_to: PATCH /shelves/{shelf_id}
      params:
        shelf_id: { type: integer }
        label: { type: string }
  delete:
    - name: remove_book
      maps_to: DELETE /books/{isbn}
      params:
        isbn: { $ref: "#/shared_parameters/isbn" }
      danger:
        level: dangerous
        reasons: [Its loans go with it]
        confirmation_message: Remove {isbn} and its loans?
  execute:
    - name: remind_readers
      maps_to: POST /reminders
      idempotent: true
shared_parameters:
  isbn: { type: string, required: true, pattern: "^[0-9]{13}$", description: The number of a book. }
types:
  - { name: Book, kind: object, fields: { isbn: { type: string, required: true }, title: { type: string } } }
  - { name: Shelf, kind: enum, values: [new, old] }
  - { name: Thing, kind: union, members: [Book, Shelf] }
error_codes:
  LIBRARY_CLOSED:
    category: CONFLICT
    message_template: "The library is closed: {reason}"
    maps_from_http: [409]
    condition: "response.body.error contains 'closed'"
error_mapping:
  404:
    code: NOT_FOUND_BOOK
    message_template: "Book '{isbn}' not found"
  403:
    - { condition: "response.body.error contains 'too many'", code: RATE_LIMIT_EXCEEDED }
    - { code: PERMISSION_DENIED }
rate_limits:
  api_limits:
    - { scope: global, limit: 100, window: minute, remaining_header: X-Left, reset_header: X-Reset }
    - { scope: endpoint, endpoint: GET /books/*, limit: 10, window: second }
    - { scope: category, category: delete, limit: 5, window: day }
  quotas:
    enabled: true
    limits:
      - { metric: requests_per_hour, warn: 80, pause: 90, hard_stop: 100 }
---

# The library

Ask the desk.
`;

/** An adapter in the second dialect. */
export const weatherAdapter = `name: weather
type: adapter
version: "0.3.1"
description: Forecasts for a place.
target:
  base_url: https://weather.example.com
  transport: http
  protocol: rest
  serialization: json
auth:
  type: api_key
  key_env: WEATHER_KEY
  header: X-Api-Key
  prefix: Key
trust:
  level: medium
  verified_by: somebody
  verification_date: 2026-01-01
rate_limits:
  requests_per_minute: 60
  requests_per_day: 1000
  burst_limit: 5
operations:
  read:
    - name: get_forecast
      description: The forecast for a place.
      maps_to: GET /forecast/{place}
      danger_level: safe
      supports_fields: true
      params:
        place: { type: string, required: true }
        days: { type: integer, minimum: 1, maximum: 14, default: 3 }
        units: { type: string, enum: [metric, imperial] }
      response: { type: object, description: The forecast. }
      pagination: { style: offset, default_limit: 20, max_limit: 200 }
  execute:
    - name: send_alert
      maps_to: POST /alerts
      danger_level: destructive
      requires_confirmation: true
      non_idempotent: true
      params:
        text: { type: string, required: true }
`;

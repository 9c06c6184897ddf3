/** An adapter for examples that neither the forge nor json-server can be brought to answer with. */
export const faultAdapter = (name: string, baseUrl: string, more = ''): string => `---
name: ${name}
type: adapter
version: "1.0.0"
description: Repositories of a server that answers as it is told.
target: { base_url: "${baseUrl}", transport: http, protocol: rest, serialization: json }
auth: { type: none }
trust: { level: validated }
operations:
  read:
    - name: get_repo
      maps_to: GET /repos/{owner}/{repo}
      description: One repository.
      params:
        owner: { type: string, required: true }
        repo: { type: string, required: true }
      resource: { type: repository, id: "{owner}/{repo}" }
  delete:
    - name: bulk_delete
      maps_to: DELETE /repos
      description: Deletes every repository.
      danger:
        level: dangerous
        reasons:
          - Affects multiple resources
          - Cannot be undone
${more}
---
`;

/** The thresholds of a quota. */
export const quota = (warn: number, pause: number, stop: number): string => `rate_limits:
  quotas:
    enabled: true
    limits:
      - { metric: requests_per_hour, warn: ${warn}, pause: ${pause}, hard_stop: ${stop} }`;

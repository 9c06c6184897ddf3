/** Every column of a run but its key, which is only compared. */
export const runColumns = `seq, id, pipeline, principal, config, config_hash, trace_id, state, operation,
  operation_since, owner, fence, last_event, head, created_at, updated_at, finished_at`;

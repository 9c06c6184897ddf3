export type {
  Call,
  Caller,
  Cancellation,
  CallMeta,
  CallRequest,
  ConsentSource,
  Principal,
  Progress,
} from './call/call.ts';
export type { Facts } from './call/facts.ts';
export type { HandlerClient } from './client/handler-client.ts';
export { logLevels } from './client/client-use.ts';
export type { AskKind, ClientUse, LogLevel } from './client/client-use.ts';
export { audioBlock, documentBlock, imageBlock, linkBlock, textBlock } from './content/blocks.ts';
export type { EmbeddedDocument } from './content/blocks.ts';
export type { AdapterSettings, LimitSettings, PolicySettings, TimeoutSettings } from './settings/settings.ts';
export type { Finding, GuardKind, GuardSettings } from './guards/guard.ts';
export { dangerLevels, operationTypes, trustLevels } from './levels.ts';
export type { Danger, OperationType, Trust } from './levels.ts';
export { hadEffect } from './stages/admit/admissions.ts';
export type {
  Admission,
  AdmissionRequest,
  Admissions,
  Admitted,
  Ended,
  Ending,
  NotAdmitted,
} from './stages/admit/admissions.ts';
export { stageNames } from './stages/stage.ts';
export type { Answering, Next, Stage, StageName } from './stages/stage.ts';
export { StoreOverloadedError } from './pipeline/store-overloaded.ts';
export type { Overload } from './pipeline/store-overloaded.ts';
export { StoreUnavailableError } from './pipeline/store-unavailable.ts';
export { keepCallContext } from './call/call-context.ts';
export { reportStrayError } from './server/report-stray-error.ts';
export type { StrayError } from './server/report-stray-error.ts';
export { callAtOnce } from './server/call-at-once.ts';
export { createServer } from './server/create-server.ts';
export type { Listed, ServerOptions, ServerStores } from './server/create-server.ts';
export type { Change, ChangeKind, Changes } from './server/changes.ts';
export type { Complete } from './server/complete.ts';
export type { Prompt, PromptArgument, PromptCall, PromptMessage } from './server/prompt.ts';
export type { Contents, Resource, ResourceTemplate } from './server/resource.ts';
export type { ListedTool, Server, ToolTask } from './server/server.ts';
export type { BeginningTask, TaskRequest, TaskSupport } from './call/task-request.ts';
export type { Sharing } from './sharing/sharing.ts';
export { localeOf, localiseOutcome } from './server/localise-outcome.ts';
export { confirmToolName } from './tool/confirm-tool.ts';
export { mostRestores } from './stages/consent/tokens.ts';
export type {
  Asked,
  AskRequest,
  ConfirmationRequest,
  HeldCall,
  LostSince,
  TokenRefusal,
  Tokens,
} from './stages/consent/tokens.ts';
export { keyPrefix, localIdentity, unknownCaller } from './stages/identify/identify.ts';
export type { Identity } from './stages/identify/identify.ts';
export type { QuotaRefusal, QuotaRule, QuotaStanding } from './stages/meter/quota-rule.ts';
export type { Reservation, ReservationRequest, Standing } from './stages/meter/quotas.ts';
export type { Refusal } from './stages/record/record-refusal.ts';
export { runEventTypes } from './stages/record/call-event.ts';
export type { CallEvent, EventSink, RunEventType } from './stages/record/call-event.ts';
export { createEventBuffer } from './stages/record/create-event-buffer.ts';
export type { EventBuffer, EventBufferOptions } from './stages/record/event-buffer.ts';
export type { Measure, MeasuredCall } from './stages/record/measured-call.ts';
export type { Logger, LogLine } from './stages/record/logger.ts';
export { createMemorySink } from './stages/record/memory-sink.ts';
export type { MemorySink } from './stages/record/memory-sink.ts';
export type { RecordOptions } from './stages/record/record.ts';
export { createStderrLogger } from './stages/record/stderr-logger.ts';
export type { ClaimRequest, KnownKey } from './stages/replay/claims.ts';
export { contractUri } from './server/contract-description.ts';
export type { ContractDescription } from './server/contract-description.ts';
export { defineRouter } from './tool/define-router.ts';
export type { Routed, RouterDefinition } from './tool/define-router.ts';
export { defineOperation, defineTool } from './tool/define-tool.ts';
export type { Answer, OperationDefinition, ToolCall, ToolDefinition } from './tool/define-tool.ts';
export { exactlyOne, exclusive } from './fields/choices.ts';
export { fieldKeyword, sensitive } from './fields/field.ts';
export type { Look, LookedFor } from './tool/look-of.ts';
export type { Operation, Tool } from './tool/operation.ts';
export { inHeader } from './tool/param-headers.ts';
export type { ParamHeader } from './tool/param-headers.ts';

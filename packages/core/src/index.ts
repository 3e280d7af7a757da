export * from './access.ts'
export * from './contract.ts'
export * from './derived.ts'
export { countGraphemes, firstGraphemes, isLonger, isStorable, isVisible } from './kernel/characters.ts'
export * from './kernel/client.ts'
export * from './kernel/csv-cell.ts'
export * from './kernel/endpoint.ts'
export * from './kernel/errors.ts'
export {
  blankToEmpty,
  checkFileName,
  checkFileType,
  hasAtLeast1,
  hasAtLeast4,
  isBlank,
  isEmail,
  isLongText,
  isPhone,
  isSecretName,
  isSecretSet,
  isText,
  isUrl,
  limits,
  type TextsByLanguage,
  toActiveState,
  toFileName,
  toLocalised,
  toPath,
  toTexts,
  toUrl,
} from './kernel/field-rules.ts'
export * from './kernel/fields.ts'
export * from './kernel/fold.ts'
export { createMakeFolder, type FolderPorts, type MakeFolder } from './kernel/folders.ts'
export * from './kernel/formats.ts'
export {
  createHostTokens,
  type GetToken,
  HOST_TOKEN_LIMIT,
  type HostToken,
  type TokenReason,
} from './kernel/host-tokens.ts'
export { clockWords, type Hours, hoursOf } from './kernel/hours.ts'
export {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_MAX,
  isAnswerLost,
  newIdempotencyKey,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from './kernel/idempotency.ts'
export * from './kernel/issues.ts'
export { createListeners } from './kernel/listeners.ts'
export * from './kernel/machine.ts'
export { createMessages, type Messages, type TextOverrides } from './kernel/messages.ts'
export * from './kernel/openapi.ts'
export { createPageFetch, fetchWithProgress } from './kernel/page-fetch.ts'
export * from './kernel/page-sizes.ts'
export * from './kernel/pages.ts'
export * from './kernel/removal.ts'
export type { Answer } from './kernel/response.ts'
export { deliveryDelays, isRetryable, retry, retryDelay, retryPolicy, wait } from './kernel/retry.ts'
export * from './kernel/rich-text.ts'
export * from './kernel/schema-names.ts'
export { typesOnly } from './kernel/types-only.ts'
export * from './kernel/wire.ts'
export * from './kernel/wire-names.ts'
export * from './languages.ts'
export { type ImageKind, type ImageRule, imageRules } from './media/image-kinds.ts'
export {
  type Catalogue,
  fillText,
  type LocaleText,
  type LocaleTexts,
  type MessageParams,
  type Plural,
  type Text,
} from './messages/catalogue.ts'
export * from './messages/catalogues.ts'
export { type CommonKey, en, type FieldName, type MessageKey } from './messages/en.ts'
export * from './navigation.ts'
export * from './references.ts'
export { exitCodeOf, type RefusalCode, refusals } from './refusals.ts'
export * from './stripe/schema.ts'

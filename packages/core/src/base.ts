/** What is public of files that have more than that. */
export { countGraphemes, firstGraphemes, isLonger, isStorable, isVisible } from './kernel/characters.ts'
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
export { createMakeFolder, type FolderPorts, type MakeFolder } from './kernel/folders.ts'
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
export { createListeners } from './kernel/listeners.ts'
export { createMessages, type Messages, type TextOverrides } from './kernel/messages.ts'
export { createPageFetch, fetchWithProgress } from './kernel/page-fetch.ts'
export type { Answer } from './kernel/response.ts'
export { deliveryDelays, isRetryable, retry, retryDelay, retryPolicy, wait } from './kernel/retry.ts'
export { typesOnly } from './kernel/types-only.ts'
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
export { type CommonKey, en, type FieldName, type MessageKey } from './messages/en.ts'
export { exitCodeOf, type RefusalCode, refusals } from './refusals.ts'

import * as z from 'zod'
import { isBlank, isLongText, isPhone, limits } from '../kernel/field-rules.ts'
import {
  Email,
  LimitedText,
  onOneLine,
  ProviderPassword,
  RequiredText,
  Version,
  writeOnly,
} from '../kernel/fields.ts'
import type { MessageKey } from '../messages/en.ts'

/** CONST-19, VIDEO-13: who plays the videos. */
export const MediaPlatform = { Own: 0, JwPlayer: 1 } as const
export type MediaPlatform = (typeof MediaPlatform)[keyof typeof MediaPlatform]

/** PROV-01, B-13 as pickers and lists of channels name it. */
export const Provider = z.object({
  tag: z.string(),
  name: z.string(),
  displayName: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  contact: z.string(),
  userRole: z.literal(1),
  mediaPlatform: z.literal([0, 1]),
  tenantId: z.string().nullable(),
  isTenantProvider: z.boolean(),
  stage1Encode: z.boolean(),
  isBulkUploadEnabled: z.boolean(),
})
export type Provider = z.infer<typeof Provider>

/** PROV-01, B-13 in full but for what is write-only: of the secret only whether there is one. */
export const ProviderRecord = Provider.extend({
  jwPlayerSiteId: z.string().nullable(),
  hasJwPlayerSecret: z.boolean(),
  /** Until when one that was deleted can be restored (C-98); null where it isn't deleted. */
  restorableUntil: z.string().nullable(),
  version: Version,
})
export type ProviderRecord = z.infer<typeof ProviderRecord>

/** PROV-03, C-09: as `isLongText` counts; here for the published schema. */
const PROVIDER_TEXT_MIN = 5
/** Null or blank is none. */
const Optional = LimitedText().nullable()

/** What a person sets on a provider, new or stored (B-13). */
export const ProviderDraft = z.object({
  name: RequiredText('required.name').superRefine(onOneLine),
  /** Blank takes the name. */
  displayName: LimitedText().superRefine(onOneLine),
  /** PROV-04 */
  phoneNumber: z
    .string()
    .max(limits.phone, 'validation.phone' satisfies MessageKey)
    .refine(value => isBlank(value) || isPhone(value.trim()), 'validation.phone' satisfies MessageKey)
    .nullable(),
  /** PROV-03 */
  contact: LimitedText()
    .trim()
    .min(PROVIDER_TEXT_MIN, 'provider.contactShort' satisfies MessageKey)
    .refine(isLongText, 'provider.contactShort' satisfies MessageKey),
  mediaPlatform: z.literal([0, 1]),
  jwPlayerSiteId: Optional,
  /** Write-only: blank keeps the stored one, null removes it (C-124). */
  jwPlayerSecret: Optional.meta(writeOnly),
  stage1Encode: z.boolean(),
  isBulkUploadEnabled: z.boolean(),
})
export type ProviderDraft = z.infer<typeof ProviderDraft>

/** PROV-07: what is set once, when a provider is made: its account signs in with them. */
export const ProviderAccount = z.object({ email: Email, password: ProviderPassword })
export type ProviderAccount = z.infer<typeof ProviderAccount>

export type NewProvider = ProviderDraft & ProviderAccount
/** A new one. */
export const newProvider: NewProvider = {
  name: '',
  displayName: '',
  email: '',
  password: '',
  phoneNumber: '',
  contact: '',
  mediaPlatform: MediaPlatform.Own,
  jwPlayerSiteId: '',
  jwPlayerSecret: '',
  stage1Encode: false,
  isBulkUploadEnabled: false,
}

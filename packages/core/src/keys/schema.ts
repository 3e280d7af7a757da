import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, onOneLine, RequiredText, Version } from '../kernel/fields.ts'
import { checkWith } from '../kernel/issues.ts'
import { rightNames } from './rights.ts'

/** Keys that an account may have at once. */
export const KEYS_MAX = 50
/** The longest that a key may be good for, in days: two years. */
const KEY_DAYS_MAX = 731
/** The longest that the secret before a new one may stay good, in hours: seven days. */
export const OLD_SECRET_HOURS_MAX = 168

/** Where a key is good: on a platform that serves people, or on one for trying things out. */
export type KeyMode = 'live' | 'test'

/** A right, as the contract takes it. */
const RightName = z.enum(rightNames)

const networkPattern =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|[\da-f:]+(?::\d{1,3}(?:\.\d{1,3}){3})?(?:\/\d{1,3})?)$/i
/** An address, or a network such as 10.0.0.0/8. */
const isNetworkText = (text: string): boolean =>
  networkPattern.test(text) &&
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some(schema => schema.safeParse(text).success)
const Network = z.string().trim().max(50, 'key.network').refine(isNetworkText, 'key.network')

/** An origin as browsers send it: scheme, host and a port that isn’t the usual one. */
const isOriginText = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && (text === origin || text === `${origin}/`)
}
/** KEY-06: where a page that embeds components comes from. */
const Origin = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.text, 'key.origin')
  .refine(isOriginText, 'key.origin')
/** As browsers send it. */
export const toOrigin = (text: string): string => text.replace(/\/$/, '')
export const originList = z.array(Origin).max(limits.list)

/** What is wrong with the origins of one field. */
export const checkOrigins = (origins: readonly string[]): Issue[] =>
  checkWith(z.object({ origins: originList }), { origins: [...origins] }).map(issue => ({
    ...issue,
    path: 'origins',
  }))

/** KEY-01: what a person sets. */
export const KeyDraft = z.object({
  name: RequiredText('validation.required', limits.title).superRefine(onOneLine),
  rights: z.array(RightName).min(1, 'key.rights').max(rightNames.length),
  /** Of administrators: those that it is for, all where there are none. Others are for the one that they act for. */
  tenantIds: z.array(Id).max(limits.filter).optional(),
  /** Left out or empty, any network. */
  networks: z.array(Network).max(limits.filter).optional(),
  /** KEY-06: pages that may embed components with sessions of it. */
  origins: originList.optional(),
  /** The last day on which it is good, of UTC. */
  endsOn: z.iso.date('validation.date').max(10, 'validation.date'),
})
export type KeyDraft = z.infer<typeof KeyDraft>

const DAY = 86_400_000

/** KEY-01: the draft of a key, whose last day is neither over nor more than two years away. */
export function checkKeyDraft(draft: KeyDraft, now: Date): Issue[] {
  const issues = checkWith(KeyDraft, draft)
  const today = now.toISOString().slice(0, 10)
  const latest = new Date(now.getTime() + KEY_DAYS_MAX * DAY).toISOString().slice(0, 10)
  if (issues.some(({ path }) => path === 'endsOn')) return issues
  if (draft.endsOn < today || draft.endsOn > latest)
    issues.push({ path: 'endsOn', code: 'key.endsOn', params: { first: today, last: latest } })
  return issues
}

/** A key as it is shown: never the key itself. */
export const ApiKey = z.object({
  keyId: Id,
  name: z.string(),
  /** How it begins, to tell it from others. */
  start: z.string(),
  rights: z.array(RightName),
  tenantIds: z.array(Id),
  networks: z.array(z.string()),
  origins: z.array(z.string()),
  endsOn: z.string(),
  /** What it was made for; of the platform where both are null. */
  tenantId: Id.nullable(),
  providerId: Id.nullable(),
  /** Who made it, as whom its calls are made. */
  madeBy: z.string(),
  /** Whether the caller made it. */
  isMine: z.boolean(),
  madeAt: z.string(),
  /** To the minute; null where it wasn’t used yet. */
  lastUsedAt: z.string().nullable(),
  /** Until when the secret before the present one is good as well. */
  oldEndsAt: z.string().nullable(),
  state: z.enum(['active', 'ended', 'revoked']),
  version: Version,
})
export type ApiKey = z.infer<typeof ApiKey>

/** A key that was just made, with its secret: it is shown once and never again. */
export const NewKey = z.object({ ...ApiKey.shape, secret: z.string() })
export type NewKey = z.infer<typeof NewKey>

import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id, onOneLine, RequiredText, Version } from '../kernel/fields.ts'

/** Lists that have saved views; each calls it as its page does. */
export const ViewList = z.enum(['titles'])
export type ViewList = z.infer<typeof ViewList>

/** Views that an account keeps of one list. */
export const VIEWS_MAX = 50

/** What a person sets. A view is an address: what is asked of the list, as the parameters of its page say it. */
export const ViewDraft = z.object({
  name: RequiredText('validation.required', limits.title).superRefine(onOneLine),
  address: z.string().max(limits.url, 'validation.tooLong'),
  /** Everybody of the same tenant or provider sees it. */
  isShared: z.boolean(),
})
export type ViewDraft = z.infer<typeof ViewDraft>

export const View = z.object({
  viewId: Id,
  list: ViewList,
  name: z.string(),
  address: z.string(),
  isShared: z.boolean(),
  /** Whether the caller may change it. */
  isMine: z.boolean(),
  /** Whose it is. */
  owner: z.string(),
  version: Version,
})
export type View = z.infer<typeof View>

import * as z from 'zod'
import { countGraphemes } from '../kernel/characters.ts'
import { isBlank, limits } from '../kernel/field-rules.ts'
import {
  ActiveState,
  Id,
  LimitedText,
  OneOrMore,
  onOneLine,
  removalWithReason,
  Version,
} from '../kernel/fields.ts'
import { PageInput } from '../kernel/pages.ts'
import type { MessageKey } from '../messages/en.ts'

/** COLL-02, COLL-03, CONST-16: lengths in characters; `classes` is how many one call may name. */
export const collectionLimits = {
  name: { min: 3, max: 40 },
  description: { min: 3, max: 500 },
  classes: limits.bulk,
} as const

/** Between two lengths, blanks around it aside; nothing at all is `required`. */
const Between = ({ min, max }: { min: number; max: number }, required: MessageKey) =>
  LimitedText(max).superRefine((value, check) => {
    if (isBlank(value)) check.addIssue({ code: 'custom', message: required })
    else if (countGraphemes(value.trim()) < min)
      check.addIssue({ code: 'custom', message: 'validation.tooShort', params: { min } })
  })

/** What a person sets on a collection (B-16). */
export const CollectionDraft = z.object({
  name: Between(collectionLimits.name, 'required.name').superRefine(onOneLine),
  description: Between(collectionLimits.description, 'required.description'),
  active: z.boolean(),
  documentIds: z.array(Id).max(limits.list),
})
export type CollectionDraft = z.infer<typeof CollectionDraft>
/** A new one. */
export const newCollection: CollectionDraft = { name: '', description: '', active: false, documentIds: [] }

/** B-16: a class of a collection, as a list shows it (†). */
export const CollectionItem = z.object({
  /** The tag of the title. */
  tag: z.string(),
  /** Its name. */
  title: z.string(),
  publishedDate: z.string().nullable(),
  /** COLL-08, C-144: false while its dates keep it off the site. */
  isShown: z.boolean(),
  /** † Whether it is switched off, so that no date brings it back. */
  isOff: z.boolean(),
  /** † Whether they have ended, so that it doesn’t come back by itself. */
  isOver: z.boolean(),
  /** † From when they let the site show it; null where that is no matter of dates. */
  shownFrom: z.string().nullable(),
  classLanguageCode: z.string().nullable(),
  channelName: z.string(),
  provider: z.string(),
  imageLink: z.string().nullable(),
  durationSecond: z.int(),
  contentType: z.int(),
})
export type CollectionItem = z.infer<typeof CollectionItem>

/** A collection with its classes, as the API answers it (COLL-01, B-16; what stands after the flags is †). */
export const Collection = z.object({
  collectionTag: z.string(),
  ...CollectionDraft.shape,
  name: z.string(),
  /** In their order, those that are shown. */
  collectionItems: z.array(CollectionItem),
  isFeaturedCollection: z.boolean(),
  isClassOfDayCollection: z.boolean(),
  displayOrder: z.int(),
  tenantId: z.string(),
  /** C-78: whether it was ever active; one that wasn’t is Saved. */
  activatedOnce: z.boolean(),
  /** Classes that are shown, and those that their dates bring later. */
  itemCount: z.int(),
  upcomingCount: z.int(),
  createdDate: z.string(),
  version: Version,
})
export type Collection = z.infer<typeof Collection>

/** The orders of a list: that in which a site shows them, the name, or when they were made. */
export const CollectionSort = z.enum(['displayOrder', 'name', 'createdDate'])

/** Part of a name or a description, and states. */
export const CollectionSearch = PageInput.extend({
  query: LimitedText().optional(),
  state: OneOrMore(ActiveState),
  sort: CollectionSort.default('displayOrder'),
  dir: z.enum(['asc', 'desc']).default('asc'),
  /** How many classes of each come along; −1 is all of them. */
  items: z.int().min(-1).max(limits.bulk).default(-1),
})

/** COLL-12, C-113: what became of one that was to be deleted. */
export const CollectionRemoval = removalWithReason({ id: 'collectionTag' })
export type CollectionRemoval = z.infer<typeof CollectionRemoval>

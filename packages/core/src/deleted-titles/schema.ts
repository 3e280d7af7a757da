import * as z from 'zod'
import { Title } from '../titles/schema.ts'

/** Days from its deletion in which a title can be restored; its files are removed after them. */
export const RESTORABLE_DAYS = 30

/** A title that was deleted and can still be restored. */
export const DeletedTitle = Title.pick({
  tag: true,
  className: true,
  contentType: true,
  imageLink: true,
  classCategory: true,
  provider: true,
}).extend({
  /** It was on sites when it was deleted; restored, it is unpublished. */
  wasPublished: z.boolean(),
  deletedDate: z.string(),
  /** The name of the person who deleted it, at that time. */
  deletedBy: z.string(),
  /** Until when it can be restored. */
  restorableUntil: z.string(),
})
export type DeletedTitle = z.infer<typeof DeletedTitle>

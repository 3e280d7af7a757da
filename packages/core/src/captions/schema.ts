import * as z from 'zod'
import { IetfTag, onOneLine, RequiredText, Version } from '../kernel/fields.ts'

/** CAPTION-03 */
export const CAPTION_TITLE_MAX = 100

/** What a person sets, beside the file (CAPTION-02). */
export const CaptionDraft = z.object({
  title: RequiredText('validation.required', CAPTION_TITLE_MAX).superRefine(onOneLine),
  language: IetfTag.min(1, 'validation.required'),
})
export type CaptionDraft = z.infer<typeof CaptionDraft>

/** CAPTION-01, B-6 */
export const Caption = z.object({
  trackId: z.string(),
  titleTag: z.string(),
  title: z.string(),
  language: z.string(),
  url: z.string(),
  createdDate: z.string(),
  /** Captions that start after the video has ended (†): when the last one starts, and the seconds by which all would be seen. */
  beyondEnd: z.object({ start: z.number(), shift: z.number().nullable() }).nullable(),
  version: Version,
})
export type Caption = z.infer<typeof Caption>

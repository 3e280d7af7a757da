import * as z from 'zod'
import { Version } from '../kernel/versions.ts'

/** CAPTION-03 */
export const CAPTION_TITLE_MAX = 100

/** CAPTION-01, B-6 */
export const Caption = z.object({
  trackId: z.string(),
  titleTag: z.string(),
  title: z.string(),
  language: z.string(),
  url: z.string(),
  createdDate: z.string(),
  version: Version,
})
export type Caption = z.infer<typeof Caption>

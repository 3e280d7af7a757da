import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { Done, Id, KnownVersion, RequiredFile } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { Caption, CaptionDraft } from './schema.ts'

/** CAPTION-04: `false` refuses (`conflict`) what would take the place of another track; left out, it does so, as the register has it. */
const replace = z.boolean().optional()
/** The longest time of a WebVTT file that everybody writes, 99 hours and something. */
const SHIFT_MAX = 360_000

/** Seconds by which all captions of the file are moved; the first stops at 0. */
const shift = z.number().min(-SHIFT_MAX).max(SHIFT_MAX).optional()
export const captions = noun('captions', {
  list: get('/v4/portal/track/{titleTag}', {
    summary: 'Caption tracks of a title',
    input: ShortPageInput.extend({ titleTag: Id }),
    output: Paged(Caption),
    allow: everyRole,
  }),
  create: post('/v4/portal/track/create', {
    summary:
      'Adds a caption track; one of the same language is replaced, SubRip, SBV and TTML are converted (API-31, CAPTION-04)',
    input: z.object({ titleTag: Id, ...CaptionDraft.shape, file: RequiredFile, replace, shift }),
    output: Caption,
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
  update: post('/v4/portal/track/update', {
    summary:
      'Changes a caption track; with `shift` and no file the stored one is moved, which needs `version` (API-32)',
    input: z.object({
      trackId: Id,
      ...CaptionDraft.partial().shape,
      file: RequiredFile.optional(),
      replace,
      shift,
      ...KnownVersion.shape,
    }),
    output: Caption,
    allow: everyRole,
    multipart: true,
  }),
  remove: post('/v4/portal/track/delete', {
    summary: 'Deletes a caption track (API-33)',
    input: z.object({ trackId: Id }),
    output: Done,
    allow: everyRole,
  }),
})

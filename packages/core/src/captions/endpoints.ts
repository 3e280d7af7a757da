import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { Id, IetfTag } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { KnownVersion } from '../kernel/versions.ts'
import { CAPTION_TITLE_MAX, Caption } from './schema.ts'

const file = z.custom<Blob>(value => value instanceof Blob, 'required.file')
const fields = {
  title: z.string().min(1, 'required.title').max(CAPTION_TITLE_MAX),
  language: IetfTag.min(1, 'required.language'),
}

export const captions = noun('captions', {
  list: get('/v4/portal/track/{titleTag}', {
    summary: 'Caption tracks of a title',
    input: ShortPageInput.extend({ titleTag: Id }),
    output: Paged(Caption),
    allow: everyRole,
  }),
  create: post('/v4/portal/track/create', {
    summary: 'Adds a caption track; one of the same language is replaced (API-31, CAPTION-04)',
    input: z.object({ titleTag: Id, ...fields, file }),
    output: Caption,
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
  update: post('/v4/portal/track/update', {
    summary: 'Changes a caption track (API-32)',
    input: z.object({
      trackId: Id,
      title: fields.title.optional(),
      language: fields.language.optional(),
      file: file.optional(),
      ...KnownVersion.shape,
    }),
    output: Caption,
    allow: everyRole,
    multipart: true,
  }),
  remove: post('/v4/portal/track/delete', {
    summary: 'Deletes a caption track (API-33)',
    input: z.object({ trackId: Id }),
    output: z.object({ status: z.int() }),
    allow: everyRole,
  }),
})

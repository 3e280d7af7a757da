import * as z from 'zod'
import { Role } from '../access.ts'
import { get, noun, post, put } from '../kernel/endpoint.ts'
import { Id, RequiredFile } from '../kernel/fields.ts'
import { PageInput } from '../kernel/pages.ts'
import { PlaybackDay, PlaybackUpload } from './schema.ts'

/** F-2: the administrator's Content tab. */
const allow = [Role.Admin]
const one = z.object({ trackingId: Id })

export const playback = noun('playback', {
  upload: post('/api/v1/events/ondemand/playback/upload', {
    summary: 'Reads playback data from a .json file; nothing counts before it is committed (API-51)',
    input: z.object({ file: RequiredFile }),
    output: z.object({ trackingId: z.string() }),
    allow,
    status: 201,
    multipart: true,
    streamed: true,
  }),
  view: get('/api/v1/events/ondemand/playback/upload/{trackingId}', {
    summary: 'Where an upload stands: how many records are good and bad, and what is wrong by line (API-52)',
    input: one.extend(PageInput.shape),
    output: PlaybackUpload,
    allow,
  }),
  commit: put('/api/v1/events/ondemand/playback/upload/{trackingId}/commit', {
    summary: 'Counts the good records of an upload, once (API-53)',
    input: one,
    output: PlaybackUpload,
    allow,
  }),
  cancel: put('/api/v1/events/ondemand/playback/upload/{trackingId}/cancel', {
    summary: 'Drops an upload that isn’t committed (API-53)',
    input: one,
    output: PlaybackUpload,
    allow,
  }),
  recount: get('/api/v1/events/ondemand/playback/recount', {
    summary: '† Counts all committed records anew and names the days on which the kept numbers differ',
    output: z.object({
      records: z.int(),
      days: z.int(),
      differences: z.array(z.object({ kept: PlaybackDay.nullable(), counted: PlaybackDay.nullable() })),
    }),
    allow,
  }),
})

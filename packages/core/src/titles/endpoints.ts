import * as z from 'zod'
import { everyRole } from '../access.ts'
import { binary, del, get, noun, post, put } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion, LimitedText, removal } from '../kernel/fields.ts'
import { TYPED_PAGE_SIZE_MAX } from '../kernel/page-sizes.ts'
import { Direction, PageInput } from '../kernel/pages.ts'
import { NUMBERS_DAYS_MAX, RECENT_DAYS } from './numbers.ts'
import { CONTENT_PAGE_SIZE } from './scales.ts'
import {
  Frame,
  FrameSecond,
  RecentPlays,
  SearchSort,
  Title,
  TitleDraft,
  TitleFilter,
  TitleNumbers,
  TitlePage,
  TitleSort,
  VerifiedFile,
} from './schema.ts'

/** CONST-02, C-08 */
const Page = PageInput.extend({ take: PageInput.shape.take.default(CONTENT_PAGE_SIZE) })
const Sorting = z.object({ sort: TitleSort.default('createdDate'), dir: Direction.default('desc') })
const SearchSorting = Sorting.extend({ sort: SearchSort.optional() })
const byTag = z.object({ tag: Id })
const Ids = z.array(Id).max(limits.filter)

export const titles = noun('titles', {
  search: put('/api/v1/virtualclass/search', {
    summary: 'Searches titles by text and filters (API-10)',
    input: TitleFilter.extend(Page.shape).extend(SearchSorting.shape),
    output: TitlePage,
    allow: everyRole,
    query: ['page', 'take', 'from', 'to', 'count', 'sort', 'dir'],
  }),
  create: post('/api/v1/titles', {
    summary:
      'Creates a title; with an external id that is known already, answers with the title that has it (API-11)',
    input: TitleDraft.partial().extend({
      className: TitleDraft.shape.className,
      tenantId: Id.optional(),
      externalId: z.string().min(1).max(limits.externalId).optional(),
    }),
    output: z.object({ tag: z.string(), created: z.boolean() }),
    allow: everyRole,
    status: 201,
    headers: { tenantId: 'tenantId' },
  }),
  find: get('/api/v1/titles', {
    summary: 'Titles by their tags; unknown ones are left out (API-12)',
    input: z.object({ titleTags: z.array(Id).max(limits.filter) }),
    output: TitlePage,
    allow: everyRole,
  }),
  remove: del('/api/v2/titles', {
    summary: 'Deletes titles, each on its own: item1 is the tag, item2 its status (API-13)',
    input: z.object({ tags: z.array(Id).min(1).max(limits.bulk) }),
    output: z.array(removal({ id: 'item1', status: 'item2' })),
    allow: everyRole,
    body: 'tags',
  }),
  update: put('/api/v1/title/{tag}', {
    summary: 'Saves a title (API-14)',
    input: TitleDraft.partial().extend({ tag: Id }).extend(KnownVersion.shape),
    output: Title,
    allow: everyRole,
  }),
  publish: put('/api/v1/title/publish/{tag}', {
    summary:
      'Publishes a title, or takes it back with publish: false (API-15); with whenReady as soon as its file is processed',
    input: byTag.extend({
      publish: z.boolean().default(true),
      /** † Once the file is processed; with `publish: false` no more. One that can be published is so at once. */
      whenReady: z.boolean().optional(),
    }),
    output: Title,
    allow: everyRole,
  }),
  cancelContent: put('/api/v1/cancelcontent', {
    summary: 'Cancels the upload or processing of a title’s video or trailer (API-16)',
    input: z.object({ titleTag: Id, isTrailerFile: z.boolean().default(false) }),
    output: Done,
    allow: everyRole,
    query: ['isTrailerFile', 'titleTag'],
  }),
  removeTrailer: put('/api/v1/removetrailer', {
    summary: 'Removes a completed trailer (API-17)',
    input: z.object({ titleTag: Id.meta({ wire: 'Titletag' }) }),
    output: Done,
    allow: everyRole,
    query: ['titleTag'],
  }),
  updateThumbnailType: put('/api/v1/virtualclass/updatethumbnailtype', {
    summary: 'Takes the cover from the video, or goes back to a custom one (API-18)',
    input: z.object({
      tag: Id,
      thumbnailType: z.enum(['auto', 'custom']),
      /** Where in the video an automatic cover is taken; without it the platform chooses (†). */
      second: FrameSecond.optional(),
    }),
    output: z.object({ imageLink: z.string().nullable() }),
    allow: everyRole,
    status: 201,
  }),
  numbers: get('/api/v1/titles/{tag}/numbers', {
    summary: '† Plays of a title by day and by site, how far people get, and its reviews (decision 0121)',
    input: byTag.extend({ days: z.int().min(1).max(NUMBERS_DAYS_MAX).default(RECENT_DAYS) }),
    output: TitleNumbers,
    allow: everyRole,
  }),
  plays: post('/api/v1/titles/plays', {
    summary: '† Plays of the last 30 days of each title of a page; unknown ones are left out (decision 0121)',
    input: z.object({ titleTags: z.array(Id.min(1)).max(TYPED_PAGE_SIZE_MAX) }),
    output: z.array(RecentPlays),
    allow: everyRole,
  }),
  frames: get('/api/v1/titles/{tag}/frames', {
    summary: 'Small frames of a processed video, spread over its length, to take a cover from',
    input: byTag,
    output: z.object({ frames: z.array(Frame) }),
    allow: everyRole,
  }),
  verify: get('/api/v1/titles/{tag}/verification', {
    summary:
      'Reads the stored file of a title from the disk and tells what it comes to now; with `made` also its stream, trailer, captions and cover (OPS-02)',
    input: byTag.extend({ made: z.boolean().default(false) }),
    output: VerifiedFile,
    allow: everyRole,
  }),
  encodeVideo: post('/api/v1/encodevideo/{tag}', {
    summary: 'Asks for the uploaded video to be processed; also the way to try again (API-19)',
    input: byTag,
    output: Done,
    allow: everyRole,
  }),
  encodeTrailer: post('/api/v1/encodetrailer/{tag}', {
    summary: 'Asks for the uploaded trailer to be processed (API-20)',
    input: byTag,
    output: Done,
    allow: everyRole,
  }),
  retry: post('/api/v1/titles/{tag}/retry', {
    summary:
      'Retries a title or its trailer that is stuck: processes the stored file again, takes back an upload, publishes again',
    input: byTag.extend({ isTrailerFile: z.boolean().default(false) }),
    output: Title,
    allow: everyRole,
  }),
  streamingLink: get('/portal/title/streaminglink/{tenant}/{tag}', {
    summary: 'A signed playback link; the first segment names a tenant or a provider (API-23)',
    input: z.object({ tenant: Id, tag: Id }),
    output: z.object({ streamingLink: z.string() }),
    allow: everyRole,
    isSecret: true,
  }),
  export: post('/v4/titles/export', {
    summary: 'The titles that match, as CSV (API-25)',
    input: TitleFilter.extend(Sorting.shape),
    output: binary('text/csv; charset=utf-8'),
    allow: everyRole,
  }),
  published: post('/v4/portal/titles', {
    summary: 'The titles published on a tenant’s site (API-26)',
    input: z.object({ tenantId: Id }).extend(Page.shape),
    output: TitlePage,
    allow: everyRole,
  }),
  classChooser: post('/v4/portal/titles/search', {
    summary: 'The class chooser’s search among a tenant’s titles (API-30)',
    input: z.object({
      query: LimitedText().default(''),
      equipmentId: Ids.default([]),
      focusAreaId: Ids.default([]),
      labelId: Ids.default([]),
      contentType: z.string().max(limits.id).default('video'),
      tenantId: Id.meta({ wire: 'Tenant' }),
      page: PageInput.shape.page,
      take: PageInput.shape.take.default(9999),
    }),
    output: TitlePage,
    allow: everyRole,
  }),
})

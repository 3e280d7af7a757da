import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import {
  CHUNK_SIZE,
  ContentType,
  DEFAULT_VERSION,
  DELETE_REFETCH_DELAY,
  durationChoices,
  durationRanges,
  type Endpoint,
  IN_PROGRESS_REFRESH,
  intensityLabels,
  limits,
  PageInput,
  SUCCESS_RESET,
  skillBands,
  Tenant,
  TitleSort,
  TRAILER_POLL_INTERVAL,
  titles,
  toDay,
  toDayAndTime,
  toMegabytes,
  toToastDuration,
  toWireDate,
  UPDATE_ERROR_DISPLAY,
} from './index.ts'
import { languages } from './languages/index.ts'
import { coverHeights } from './media/image-rules.ts'
import { createMessages, en } from './messages/index.ts'
import { RESTART_AFTER_CANCEL } from './uploads/machine/machine.ts'
import { POLL_INTERVAL } from './uploads/queue/processing.ts'

/** What stands in the query of each call: all of the input where there is no body. */
const calls = new Map<string, string[]>(
  Object.values(contract)
    .flatMap(noun => Object.values(noun) as Endpoint[])
    .flatMap(({ method, path, query, aliases, input }) =>
      [{ method, path }, ...aliases].map((call): [string, string[]] => [
        `${call.method} ${call.path}`,
        call.method === 'GET' ? Object.keys(input.shape) : [...query],
      ]),
    ),
)

describe('the addresses of the register', () => {
  test.each([
    ['API-10', 'PUT /api/v1/virtualclass/search?page&take'],
    ['API-11', 'POST /api/v1/titles'],
    ['API-12', 'GET /api/v1/titles?titleTags'],
    ['API-13', 'DELETE /api/v2/titles'],
    ['API-14', 'PUT /api/v1/title/{tag}'],
    ['API-15', 'PUT /api/v1/title/publish/{tag}'],
    ['API-16', 'PUT /api/v1/cancelcontent?isTrailerFile&titleTag'],
    ['API-17', 'PUT /api/v1/removetrailer?Titletag'],
    ['API-18', 'PUT /api/v1/virtualclass/updatethumbnailtype'],
    ['API-19', 'POST /api/v1/encodevideo/{tag}'],
    ['API-20', 'POST /api/v1/encodetrailer/{tag}'],
    ['API-21', 'POST /api/v1/videos/{tag}'],
    ['API-21', 'PUT /api/v1/videos/{tag}'],
    ['API-22', 'POST /api/v1/trailer/{tag}'],
    ['API-23', 'GET /portal/title/streaminglink/{tenant}/{tag}'],
    ['API-24', 'POST /images/'],
    ['API-25', 'POST /v4/titles/export'],
    ['API-26', 'POST /v4/portal/titles'],
    ['API-27', 'POST /v4/titles/favourite'],
    ['API-28', 'GET /v4/titles/favourite'],
    ['API-28', 'GET /v4/titles/favourite/{id}'],
    ['API-28', 'GET /favourites'],
    ['API-29', 'POST /v4/portal/media/image'],
    ['API-30', 'POST /v4/portal/titles/search'],
    ['API-31', 'POST /v4/portal/track/create'],
    ['API-32', 'POST /v4/portal/track/update'],
    ['API-33', 'POST /v4/portal/track/delete'],
    ['API-34', 'POST /v4/category/list'],
    ['API-35', 'POST /v4/category/add'],
    ['API-36', 'PUT /v4/category/update'],
    ['API-37', 'POST /v4/portal/category/reorder'],
    ...['label', 'focusarea', 'equipment'].flatMap(noun => [
      ['API-38', `POST /v4/portal/${noun}/get`],
      ['API-39', `POST /v4/portal/${noun}/add`],
      ['API-40', `POST /v4/portal/${noun}/update`],
    ]),
    ['API-41', 'POST /v4/portal/label/delete'],
    ['API-42', 'GET /api/v1/tenant/config/{tenantId}'],
    ['API-43', 'POST /v4/portal/ratingreview'],
    ['API-44', 'POST /v4/portal/ratingreview/report'],
    ['API-45', 'POST /v4/bulkupload/list'],
    ['API-46', 'POST /v4/bulkupload/fetch'],
    ['API-47', 'POST /v4/bulkupload/add'],
    ['API-48', 'POST /v4/bulkupload/stop'],
    ['API-49', 'POST /v4/bulkupload/process'],
    ['API-50', 'GET /v4/bulkupload/template'],
    ['API-51', 'POST /api/v1/events/ondemand/playback/upload'],
    ['API-52', 'GET /api/v1/events/ondemand/playback/upload/{trackingId}'],
    ['API-53', 'PUT /api/v1/events/ondemand/playback/upload/{trackingId}/cancel'],
    ['API-53', 'PUT /api/v1/events/ondemand/playback/upload/{trackingId}/commit'],
    ['API-90', 'GET /api/consentpolicy/version?tenantId&consentType'],
    ['API-91', 'POST /api/consentpolicy/add'],
    ['API-92', 'GET /api/v2/consentpolicy/download?tenantId&languageCode&versionnumber&consentType'],
    ['API-122', 'GET /api/v1/tenants/{tenant}/collections'],
    ['API-123', 'GET /api/v1/tenants/{tenant}/collections/{tag}'],
    ['API-124', 'GET /api/v1/tenants/{tenant}/titles'],
    ['API-125', 'POST /api/v1/tenants/{tenant}/collection'],
    ['API-126', 'PUT /api/v1/tenants/{tenant}/collections/{tag}'],
    ['API-127', 'PATCH /api/v1/tenants/{tenant}/collections/{tag}'],
    ...['POST', 'PUT', 'DELETE'].map(method => [
      'API-128',
      `${method} /api/v1/tenants/{tenant}/collections/{tag}/titles`,
    ]),
    ['API-129', 'DELETE /api/v1/tenants/{tenant}/collections'],
    ['API-130', 'POST /api/v1/collections/reorder'],
    ['API-140', 'POST /v4/portal/siteconfig/get'],
    ['API-141', 'PUT /v4/portal/siteconfig/update'],
    ['API-142', 'DELETE /v4/portal/siteconfig'],
    ...['general', 'mobile'].flatMap(noun => [
      ['API-143', `POST /v4/portal/siteconfig/${noun}/get`],
      ['API-143', `POST /v4/portal/siteconfig/${noun}/update`],
    ]),
    ['META-13', 'GET /api/v1/languages'],
  ])('%s %s', (_, written) => {
    const [call, query] = written!.split('?')
    expect(calls.get(call!)).toEqual(expect.arrayContaining(query?.split('&') ?? []))
  })
})

describe('the numbers of the register', () => {
  const moment = new Date('2026-11-03T07:05:09Z')
  test.each([
    ['CONST-04 the first page', PageInput.parse({}).page, 1],
    ['CONST-05, C-08 rows of an admin list', PageInput.parse({}).take, 50],
    ['CONST-06 a text', limits.text, 255],
    ['CONST-07 an error’s display', toToastDuration('Please Check You Data'), 3000],
    ['CONST-08 the poll of an upload', POLL_INTERVAL, 3000],
    ['CONST-09 the refresh of a list in progress', IN_PROGRESS_REFRESH, 180_000],
    ['CONST-10 the poll of a trailer', TRAILER_POLL_INTERVAL, 1500],
    ['CONST-11 TITLE-27 the look after a delete', DELETE_REFETCH_DELAY, 3000],
    ['CONST-12 the restart after a cancel', RESTART_AFTER_CANCEL, 3000],
    ['CONST-13 the shortest and the longest reset', [UPDATE_ERROR_DISPLAY, SUCCESS_RESET], [1500, 3000]],
    ['CONST-14 SESS-21 the word that something is copied', toToastDuration(en['success.copied']), 3000],
    ['ERR-20 any other error', toToastDuration(en['error.500']), 3000],
    ['CONST-15 the chunk', CHUNK_SIZE, 4_194_304],
    ['CONST-16 names of files', [limits.eventFileName, limits.fileName], [40, 255]],
    ['CONST-17 durations', durationRanges, ['0-600', '601-1200', '1201-1800', '1801-18000']],
    ['CONST-17 choices', [durationChoices[0], durationChoices[1], durationChoices.at(-1)], [1, 5, 120]],
    ['CONST-18 skill', skillBands, { beginner: [1, 4], intermediate: [5, 7], advanced: [8, 10] }],
    ['CONST-18 intensity', [intensityLabels[0], intensityLabels[9]], ['Very Slight', 'Maximum effort']],
    ['CONST-19 TITLE-02 media types', ContentType, { Video: 1, Audio: 2 }],
    ['CONST-21 the wire', toWireDate(moment), '2026-11-03T07:05:09'],
    ['CONST-21 a day', toDay(moment), '03 Nov 2026'],
    ['CONST-21 a moment', toDayAndTime(moment), '03 Nov 2026 07:05'],
    ['CONST-22 the order of titles', titles.export.input.parse({}), { sort: 'createdDate', dir: 'desc' }],
    ['CONST-22 other orders of titles', TitleSort.options, ['createdDate', 'name']],
    ['VAL-31 C-22 heights of covers', coverHeights, { small: 180, medium: 224, large: 248 }],
    [
      'VIDEO-13 media platforms',
      [0, 1, 2].map(platform => Tenant.shape.mediaPlatform.safeParse(platform).success),
      [true, true, false],
    ],
    [
      'ROLE-02 the labels of the roles',
      ([0, 1, 2, 3] as const).map(role => en[`role.${role}`]),
      ['Admin', 'Provider', 'Client/tenant', 'CS'],
    ],
    ['CONST-28 choices', limits.choices, 3],
    ['CONST-30 the version without one', DEFAULT_VERSION, '1.11.4.1273'],
    ['CONST-34 a document', [limits.documentSize, toMegabytes(1_572_864)], [10_485_760, '1.50 MB']],
    ['CONST-35 I18N-02 languages', [languages.length], [28]],
  ])('%s', (_, ours, theirs) => expect(ours).toEqual(theirs))

  test.each([
    ['success.saved', 'saved'],
    ['success.itemSaved', 'Item saved'],
    ['success.deleted', 'deleted'],
    ['success.itemDeleted', 'Item deleted'],
    ['success.copied', 'Copied'],
    ['success.published', 'published'],
    ['success.titlePublished', 'Title published'],
    ['success.updated', 'updated'],
    ['success.downloadComplete', 'Download complete'],
    ['success.trailerRemoved', 'Trailer removed'],
    ['success.fileCanceled', 'File canceled'],
    ['success.displayOrder', 'Display order updated'],
    ['success.collectionReordered', 'Collection reordered'],
    ['success.titleExport', 'Title export'],
    ['success.bulkProcessing', 'Bulk upload processing'],
    ['success.bulkStopped', 'Bulk upload stopped'],
    ['success.downloadingTemplate', 'downloading template'],
    ['success.uploadingFile', 'uploading file'],
    ['success.downloadingReport', 'downloading report'],
    ['success.downloadingFile', 'downloading file'],
  ] as const)('TITLE-36 ERR-18 C-50 %s', (key, words) => expect(createMessages(en).text(key)).toBe(words))
})

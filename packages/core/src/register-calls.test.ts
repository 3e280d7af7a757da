import { describe, expect, test } from 'vitest'
import { everyRole } from './access.ts'
import { contract } from './contract.ts'
import { type Endpoint, titles } from './index.ts'
import { wireNameOf } from './kernel/schema-names.ts'
import { isBinary } from './kernel/wire.ts'

interface Call extends Endpoint {
  /** What stands in the query: all of the input where there is no body. */
  asked: string[]
}

/** Each call by its address, and by those that it has beside. */
const calls = new Map<string, Call>(
  Object.values(contract)
    .flatMap(noun => Object.values(noun) as Endpoint[])
    .flatMap(endpoint =>
      [endpoint, ...endpoint.aliases].map(({ method, path }): [string, Call] => [
        `${method} ${path}`,
        {
          ...endpoint,
          asked:
            method === 'GET'
              ? wireNames(endpoint.input.shape)
              : endpoint.query.map(name => wireNameOf(name, endpoint.input.shape[name])),
        },
      ]),
    ),
)

/** Names of an answer: `file` for a file, of a list those of its entries, and of a page all of them. */
function namesOf({ output }: Endpoint): string[] {
  if (isBinary(output)) return ['file']
  let schema = output as { shape?: object; element?: never; unwrap?: () => never }
  while (schema.shape === undefined) {
    if (schema.element !== undefined) schema = schema.element
    else if (schema.unwrap !== undefined) schema = schema.unwrap()
    else return []
  }
  return wireNames(schema.shape ?? {})
}

function wireNames(shape: object): string[] {
  return Object.entries(shape).map(([name, field]) => wireNameOf(name, field))
}

const letters = ['A', 'P', 'T', 'C']
const rolesOf = ({ allow }: Endpoint): string =>
  allow === 'everyone' || allow === 'site'
    ? allow
    : everyRole
        .filter(role => allow.includes(role))
        .map(role => letters[role])
        .join('')

/** What a page of a list answers with, and what a chunk is sent with. */
const groups: Record<string, string> = {
  '<page>': 'data totalRecords totalPages page',
  '<chunk>': 'chunkNumber totalNumberOfChunks identifier fileName totalSize file',
}
const words = (text: string): string[] =>
  text.split(' ').flatMap(word => groups[word]?.split(' ') ?? (word === '-' ? [] : [word]))

/** The endpoint table, matrix F-2 beside it: ids, address, who may and the status, what it takes, what it answers with. */
const rows = [
  'API-01 | GET /api/v1/verify | APTC 200 | - | user',
  'API-02 | GET /api/v1/metadata | APTC 200 | tenantId | categories channels equipments focusAreas labels languages providers',
  'API-03 | GET /manifest.json | everyone 200 | - | version',
  'API-04 META-13 | GET /api/v1/languages | APTC 200 | - | <page>',
  'API-05 | POST /identity/login | everyone 200 | email password | token refreshToken user',
  'API-06 | POST /identity/refresh | everyone 200 | refreshToken | token',
  'API-07 | POST /identity/logout | everyone 204 | refreshToken | -',
  'API-10 TITLE-14 | PUT /api/v1/virtualclass/search?page&take | APTC 200 | query categoryId subcategory labelId duration skill focusAreaId equipmentId intensity classLanguageName channelId providerId contentType titleTags tenant | <page>',
  'API-11 | POST /api/v1/titles | APTC 201 | className | tag',
  'API-12 | GET /api/v1/titles?titleTags | APTC 200 | titleTags | <page>',
  'API-13 | DELETE /api/v2/titles | APTC 200 | tags | item1 item2',
  'API-14 | PUT /api/v1/title/{tag} | APTC 200 | className | tag',
  'API-15 | PUT /api/v1/title/publish/{tag} | APTC 200 | publish | status',
  'API-16 | PUT /api/v1/cancelcontent?isTrailerFile&titleTag | APTC 200 | - | status',
  'API-17 | PUT /api/v1/removetrailer?Titletag | APTC 200 | - | status',
  'API-18 | PUT /api/v1/virtualclass/updatethumbnailtype | APTC 201 | tag thumbnailType | imageLink',
  'API-19 | POST /api/v1/encodevideo/{tag} | APTC 200 | - | status',
  'API-20 | POST /api/v1/encodetrailer/{tag} | APTC 200 | - | status',
  'API-21 UPLOAD-28 | POST /api/v1/videos/{tag} | APTC 200 | <chunk> | nextChunk',
  'API-21 | PUT /api/v1/videos/{tag} | APTC 200 | <chunk> | nextChunk',
  'API-22 | POST /api/v1/trailer/{tag} | APTC 200 | <chunk> | nextChunk',
  'API-23 API-87 | GET /portal/title/streaminglink/{tenant}/{tag} | APTC 200 | tenant tag | streamingLink',
  'API-24 | POST /images/ | APTC 201 | img | url',
  'API-25 | POST /v4/titles/export | APTC 200 | query categoryId channelId | file',
  'API-26 | POST /v4/portal/titles | APTC 200 | tenantId page take | <page>',
  'API-27 | POST /v4/titles/favourite | TC 200 | TenantId ContentId Action | TenantId ContentId Action',
  'API-28 | GET /v4/titles/favourite | TC 200 | tenantId | <page>',
  'API-28 | GET /v4/titles/favourite/{id} | TC 200 | tenantId | ContentId',
  'API-28 | GET /favourites | TC 200 | tenantId | <page>',
  'API-28 | GET /favourites/{id} | TC 200 | tenantId | ContentId',
  'API-29 | POST /v4/portal/media/image | APTC 201 | image AssetType tenantId | url',
  'API-30 | POST /v4/portal/titles/search | APTC 200 | query equipmentId focusAreaId labelId contentType Tenant take | <page>',
  'API-31 | POST /v4/portal/track/create | APTC 201 | titleTag title language file | trackId',
  'API-32 | POST /v4/portal/track/update | APTC 200 | trackId title language file | trackId',
  'API-33 | POST /v4/portal/track/delete | APTC 200 | trackId | status',
  'API-34 | POST /v4/category/list | APTC 200 | tenantId page take | <page>',
  'API-35 | POST /v4/category/add | ATC 201 | name | categoryId',
  'API-36 | PUT /v4/category/update | ATC 200 | categoryId name | categoryId',
  'API-37 | POST /v4/portal/category/reorder | ATC 200 | tenantId categoryIds | status',
  'API-38 | POST /v4/portal/label/get | TC 200 | tenantId | <page>',
  'API-39 | POST /v4/portal/label/add | TC 201 | tenantId name isActive | labelId',
  'API-40 | POST /v4/portal/label/update | TC 200 | tenantId labelId name isActive | labelId',
  'API-38 | POST /v4/portal/focusarea/get | TC 200 | tenantId | <page>',
  'API-39 | POST /v4/portal/focusarea/add | TC 201 | tenantId name isActive | focusAreaId',
  'API-40 | POST /v4/portal/focusarea/update | TC 200 | tenantId focusAreaId name isActive | focusAreaId',
  'API-38 | POST /v4/portal/equipment/get | TC 200 | tenantId | <page>',
  'API-39 | POST /v4/portal/equipment/add | TC 201 | tenantId name isActive | equipmentId',
  'API-40 | POST /v4/portal/equipment/update | TC 200 | tenantId equipmentId name isActive | equipmentId',
  'API-41 | POST /v4/portal/label/delete | TC 200 | tenantId ids | data',
  'API-42 | GET /api/v1/tenant/config/{tenantId} | APTC 200 | tenantId | data',
  'API-43 | POST /v4/portal/ratingreview | APTC 200 | channelId providerId tenantId | <page>',
  'API-44 | POST /v4/portal/ratingreview/report | APTC 200 | channelId providerId tenantId | file',
  'API-45 | POST /v4/bulkupload/list | PTC 200 | tenantId page take | <page>',
  'API-46 | POST /v4/bulkupload/fetch | PTC 200 | tenantId id | batchId title status',
  'API-47 | POST /v4/bulkupload/add | PTC 201 | tenantId title notificationEmail file | batchId',
  'API-48 | POST /v4/bulkupload/stop | PTC 200 | tenantId id | status',
  'API-49 | POST /v4/bulkupload/process | PTC 200 | tenantId id fileToProcess | status',
  'API-50 | GET /v4/bulkupload/template | PTC 200 | - | file',
  'API-51 | POST /api/v1/events/ondemand/playback/upload | A 201 | file | trackingId',
  'API-52 | GET /api/v1/events/ondemand/playback/upload/{trackingId} | A 200 | - | status',
  'API-53 | PUT /api/v1/events/ondemand/playback/upload/{trackingId}/cancel | A 200 | - | status',
  'API-53 | PUT /api/v1/events/ondemand/playback/upload/{trackingId}/commit | A 200 | - | status',
  'API-54 | GET /api/v1/ondemand/trackingreport?startDate&endDate&type | AC 200 | - | file',
  'API-60 | GET /api/v1/tenant | ATC 200 | - | <page>',
  'API-61 | DELETE /api/v1/tenant | AC 200 | tenantIDs | tenantID status',
  'API-62 | POST /v4/portal/generalsettings/get | ATC 200 | tenantID | tenantID name customerNumber',
  'API-63 | POST /v4/portal/generalsettings/add | AC 201 | name customerNumber | tenantID',
  'API-63 | PUT /v4/portal/generalsettings/update | AC 200 | tenantID name | tenantID name',
  'API-64 C-89 | POST /v4/portal/webmobilesettings/get | ATC 200 | tenantID | lockedContentBehaviour url',
  'API-64 C-89 | POST /v4/portal/webmobilesettings/add | AC 201 | tenantID lockedContentBehaviour url | lockedContentBehaviour url',
  'API-64 C-89 | PUT /v4/portal/webmobilesettings/update | AC 200 | tenantID lockedContentBehaviour url | lockedContentBehaviour url',
  'API-65 C-89 | POST /v4/portal/appsettings/get | ATC 200 | tenantID | localyticsiOSId sharedSecret',
  'API-65 C-89 | POST /v4/portal/appsettings/add | AC 201 | tenantID localyticsiOSId sharedSecret | localyticsiOSId sharedSecret',
  'API-65 C-89 | PUT /v4/portal/appsettings/update | AC 200 | tenantID localyticsiOSId sharedSecret | localyticsiOSId sharedSecret',
  'API-66 | PUT /api/v1/tenant/publish | AC 200 | TenantId ChannelIdsToPublish ChannelIdsToUnPublish | status',
  'API-67 | GET /api/v1/tenant/appkeysecret/{id} | AC 200 | - | keys',
  'API-68 | PUT /api/v1/tenant/appkeysecret/GenerateKey/{id} | AC 200 | - | keys',
  'API-69 | POST /v4/portal/url/accessible | ATC 200 | url | accessible',
  'API-70 | POST /api/v1/provider | AC 201 | name contact email password mediaPlatform | tag',
  'API-71 | PUT /api/v1/provider/{tag} | AC 200 | name contact mediaPlatform | tag name',
  'API-72 | GET /api/v1/provider | APC 200 | - | data tenantProviders',
  'API-73 | DELETE /api/v1/providers | AC 200 | ids | data',
  'API-74 | GET /api/v1/channel | APTC 200 | - | channels providers tenants',
  'API-75 | POST /api/v1/channel | AC 201 | name providerId Availability | tag',
  'API-75 | PUT /api/v1/channel | AC 200 | tag name providerId Availability | tag name',
  'API-76 | PUT /api/v1/channels | AC 200 | channels | data',
  'API-77 | PUT /api/v1/channel/{tag} | AC 200 | name active | tag active',
  'API-78 | PUT /api/v1/channel/{tag}/publish | AC 200 | tenantIdsToPublish tenantIdsToUnPublish | status',
  'API-79 | PUT /api/v1/channel/publish/tenants | AC 200 | TenantId ChannelIdsToPublish ChannelIdsToUnPublish | status',
  'API-80 | POST /api/v1/events | TC 201 | tenantId title type | event_Id eventKey',
  'API-81 EVENT-25 | GET /api/v1/events/{tenantId}?page&take&sort&dir | TC 200 | - | <page>',
  'API-82 EVENT-28 | GET /api/v1/events?eventStatus&eventType | TC 200 | - | data',
  'API-83 | PUT /api/v1/events/{event_Id} | TC 200 | title type schedule | event_Id title type',
  'API-84 | DELETE /api/v1/events | TC 200 | ids | item1 item2',
  'API-85 EVENT-32 | POST /api/v1/event/{tag} | TC 200 | <chunk> | nextChunk',
  'API-85 | PUT /api/v1/event/{tag} | TC 200 | <chunk> | nextChunk',
  'API-86 | POST /api/v1/event/encodevideo/{eventId} | TC 200 | - | status',
  'API-90 | GET /api/consentpolicy/version?tenantId&consentType | ATC 200 | - | <page>',
  'API-91 | POST /api/consentpolicy/add | AC 201 | Title PolicyType files filenames | version',
  'API-92 | GET /api/v2/consentpolicy/download?tenantId&languageCode&versionnumber&consentType | ATC 200 | - | file',
  'API-110 | POST /v4/portal/document/list | TC 200 | tenantId page take | <page>',
  'API-111 | POST /v4/portal/document/details | TC 200 | tenantId documentId | documentId title',
  'API-112 | POST /v4/portal/document/add | TC 201 | tenantId title description active file | documentId',
  'API-113 | POST /v4/portal/document/update | TC 200 | tenantId documentId title file | documentId title',
  'API-114 | POST /v4/portal/document/download | TC 200 | tenantId documentId | file',
  'API-115 | POST /v4/portal/document/contentmapping | TC 200 | tenantId documentId collectionTags titleTags | status',
  'API-116 | DELETE /v4/portal/documents | TC 200 | ids | documentId status',
  'API-117 | POST /v4/portal/document-collection/add | TC 200 | tenantId documentId collectionTag | status',
  'API-117 | POST /v4/portal/document-collection/remove | TC 200 | tenantId documentId collectionTag | status',
  'API-118 | POST /v4/portal/subscription/add | TC 201 | title description collectionTags subscriptionType pricingTableId imageLink | subsPackageId',
  'API-119 | POST /v4/portal/subscription/list | TC 200 | tenantId | <page>',
  'API-119 | POST /v4/portal/subscription/details | TC 200 | tenantId subsPackageId | data',
  'API-120 | PUT /v4/portal/subscription/update | TC 200 | subsPackageId title | subsPackageId title',
  'API-121 | DELETE /v4/portal/subscription?tenantId | TC 200 | ids | failed',
  'API-122 | GET /api/v1/tenants/{tenant}/collections | TC 200 | - | <page>',
  'API-123 | GET /api/v1/tenants/{tenant}/collections/{tag} | TC 200 | - | collectionTag name',
  'API-124 | GET /api/v1/tenants/{tenant}/titles | TC 200 | - | <page>',
  'API-125 | POST /api/v1/tenants/{tenant}/collection | TC 201 | name description documentIds | collectionTag',
  'API-126 | PUT /api/v1/tenants/{tenant}/collections/{tag} | TC 200 | Name Description IsActive documentIds | name description active documentIds',
  'API-127 | PATCH /api/v1/tenants/{tenant}/collections/{tag} | TC 200 | isFeaturedCollection isClassOfDayCollection | status',
  'API-128 | POST /api/v1/tenants/{tenant}/collections/{tag}/titles | TC 200 | titleTags | status',
  'API-128 | PUT /api/v1/tenants/{tenant}/collections/{tag}/titles | TC 200 | titleTags | status',
  'API-128 | DELETE /api/v1/tenants/{tenant}/collections/{tag}/titles | TC 200 | titleTags | status',
  'API-129 | DELETE /api/v1/tenants/{tenant}/collections | TC 200 | tags | collectionTag status',
  'API-130 | POST /api/v1/collections/reorder | TC 200 | TenantId CollectionIds | status',
  'API-140 | POST /v4/portal/siteconfig/get | TC 200 | tenantId configurationType | <page>',
  'API-141 | PUT /v4/portal/siteconfig/update | TC 200 | configuration | data',
  'API-142 | DELETE /v4/portal/siteconfig | TC 200 | tenantId configurationType | status',
  'API-143 | POST /v4/portal/siteconfig/general/get | TC 200 | tenantId | data',
  'API-143 | POST /v4/portal/siteconfig/general/update | TC 200 | tenantId appTitle contactEmail | status',
  'API-143 | POST /v4/portal/siteconfig/mobile/get | TC 200 | tenantId | data',
  'API-143 | POST /v4/portal/siteconfig/mobile/update | TC 200 | tenantId light dark | status',
  'API-144 | POST /v4/portal/userreport/list | TC 200 | subscriptionStatus externalSubscriptionStatus externalSubscriptionSource searchTerm page take | <page>',
  'API-145 | POST /v4/portal/userreport/export | TC 200 | subscriptionStatus searchTerm | file',
  'API-146 | POST /v4/portal/userreport/metadata | TC 200 | tenantId | subscriptionStatus externalSubscriptionStatus externalSubscriptionSource',
  'API-147 | POST /v4/portal/userreport/subscriptions | TC 200 | tenantId userId | title id status',
  'API-148 | POST /v4/portal/usermanagement/list | TC 200 | tenantId | pageNo totalRecords totalPages data',
  'API-149 | GET /v4/portal/usermanagement/template | TC 200 | - | file',
  'API-150 | POST /v4/portal/usermanagement/upload | TC 201 | file | fileId',
  'API-151 | POST /v4/portal/usermanagement/download | TC 200 | tenantId fileId | file',
  'API-152 | GET /api/v1/tenant/tenantdownloadreport?startDate&endDate&type | AC 200 | - | file',
  'API-153 | POST /v4/portal/usermanagement/process | TC 200 | tenantId fileId | status',
  'API-153 | POST /v4/portal/usermanagement/stop | TC 200 | tenantId fileId | status',
]

describe('C-49 C-59 C-64 API-103 F-2 the calls of the register, spelt as it has them', () => {
  test.each(rows)('%s', row => {
    const [, address = '', access = '', takes = '', answers = ''] = row.split(' | ')
    const [name = '', query] = address.split('?')
    const call = calls.get(name)!
    expect(call, 'under this address').toBeDefined()
    expect(call.asked).toEqual(expect.arrayContaining(query?.split('&') ?? []))
    expect(`${rolesOf(call)} ${call.status}`).toBe(access)
    expect(wireNames(call.input.shape)).toEqual(expect.arrayContaining(words(takes)))
    expect(namesOf(call)).toEqual(expect.arrayContaining(words(answers)))
  })

  test('API-21, API-22, API-85 the last chunk answers 201, one before it 200', () => {
    for (const path of ['videos', 'trailer', 'event']) {
      const { created } = calls.get(`POST /api/v1/${path}/{tag}`)!
      expect([created?.({ complete: true }), created?.({ complete: false })]).toEqual([true, false])
    }
  })

  test('API-24, API-29, API-31, API-47, API-51, API-91, API-112, API-150 files travel in forms, API-100', () => {
    const forms = [...calls].filter(([, { multipart }]) => multipart).map(([name]) => name)
    expect(forms).toEqual(
      expect.arrayContaining([
        ...['POST /images/', 'POST /v4/portal/media/image', 'POST /v4/portal/track/create'],
        ...['POST /v4/portal/track/update', 'POST /v4/bulkupload/add', 'POST /api/consentpolicy/add'],
        ...['POST /api/v1/events/ondemand/playback/upload', 'POST /v4/portal/document/add'],
        ...['POST /v4/portal/document/update', 'POST /v4/portal/usermanagement/upload'],
        ...['POST /api/v1/videos/{tag}', 'POST /api/v1/trailer/{tag}', 'POST /api/v1/event/{tag}'],
      ]),
    )
  })

  test('API-15 publishes unless told otherwise; API-30, C-57 chooses among 9999 videos', () => {
    expect(titles.publish.input.parse({ tag: 'a' }).publish).toBe(true)
    expect(titles.classChooser.input.parse({ tenantId: 'north' })).toMatchObject({
      take: 9999,
      contentType: 'video',
    })
  })
})

import { createHash } from 'node:crypto'
import { en, limits, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProbe } from '../src/adapters/probe/index.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { plainPdf } from '../src/seed/documents.ts'
import { removeOrphans } from '../src/storage/orphans.ts'
import { documentsTable } from '../src/stored-documents/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { brokenPdf, cutPdf, emptyPdf, encryptedPdf, pdfBomb } from './hostile-pdf.ts'
import { issuesOf } from './refusals.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const scope = { kind: 'tenant', tenantId } as const
const plan = plainPdf([['Training plan', 'Monday: rest'], ['Week 2']])
const pdf = (content: Uint8Array<ArrayBuffer> = plan, name = 'plan.pdf') => new File([content], name)
/** The Response of @hono/node-server, which a file of the same worker may have put in the place of Node's, has no `bytes`. */
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

describe.each(databases)('documents on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let token: string
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    api = server.api('tenant')
    token = (await server.signIn('tenant')).token
    const shown = { status: TitleStatus.Published, tenants: [tenantId], providerId: 'ironside' }
    await server.deps.db
      .insert(titlesTable)
      .values(['a', 'b', 'c'].map(tag => ({ tag, className: `Class ${tag}`, ...shown })))
  })
  afterAll(() => server?.close())

  const create = async (more: object = {}) =>
    (await api.documents.create({ tenantId, title: 'Plan', file: pdf(), ...more })).documentId
  const view = (documentId: string) => api.documents.view({ tenantId, documentId })
  const blobs = async () => {
    const keys = []
    for await (const { key } of server.deps.blobs.list('documents/')) keys.push(key)
    return keys
  }
  const collection = async () =>
    (await api.collections.create({ tenantId, name: 'Mornings', description: 'Short ones.' })).collectionTag
  const documentsOf = async (tag: string) => (await api.collections.view({ tenantId, tag })).documentIds
  const fetchPdf = (documentId: string, headers: Record<string, string> = {}) =>
    server.app.request('/v4/portal/document/download', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ tenantId, documentId }),
    })

  test('DOC-01, DOC-02, API-110 to API-112, B-18 is stored with its pages, its size and a picture of the first page', async () => {
    const documentId = await create({ title: ' Plan ', description: 'Four weeks' })
    const row = await view(documentId)
    expect(row).toEqual({
      ...{ documentId, tenantId, title: 'Plan', description: 'Four weeks', documentName: 'plan.pdf' },
      ...{ type: 'pdf', active: true, size: plan.length, pages: 2, digest: sha256(plan) },
      ...{ previewLink: expect.stringMatching(/^\/media\/images\/[0-9a-f]{64}\.png$/), version: 1 },
      ...{ createdDate: '2026-11-20T09:00:00', collectionCount: 0, titleCount: 0 },
      ...{ collections: [], titles: [] },
    })
    const picture = await server.app.request(row.previewLink)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const found = async (asked: object) =>
      (await api.documents.list({ tenantId, ...asked })).data.map(each => each.documentId)
    expect(await found({ query: 'FOUR' })).toEqual([documentId])
    expect(await found({ active: false })).toEqual([])
    expect(await found({ sort: 'pages', dir: 'desc', take: 1 })).toEqual([documentId])
  })

  test('API-113 an update leaves the rest; another file takes the place of the one before, which goes', async () => {
    const documentId = await create({ title: 'Old' })
    const before = await blobs()
    const one = await api.documents.update({ tenantId, documentId, title: 'New', active: false, version: 1 })
    expect(one).toMatchObject({ title: 'New', active: false, documentName: 'plan.pdf', pages: 2, version: 2 })
    const other = plainPdf([['Only one']])
    const two = await api.documents.update({ tenantId, documentId, file: pdf(other, 'b.pdf'), version: 2 })
    expect(two).toMatchObject({ pages: 1, documentName: 'plan.pdf', digest: sha256(other), version: 3 })
    await api.documents.update({ tenantId, documentId, file: pdf(other) })
    expect(await view(documentId)).toMatchObject({ version: 3 })
    expect(await blobs()).toHaveLength(before.length)
    expect(await bytesOf(await fetchPdf(documentId))).toEqual(other)
    const late = api.documents.update({ tenantId, documentId, title: 'Late', version: 1 })
    expect(await refusal(late)).toMatch(/^409/)
    const { data } = await auditOf(scope, server.deps.db, {
      ...{ noun: 'documents', id: documentId, page: 1, take: -1 },
    })
    expect(data.map(({ verb, version }) => `${verb} ${version}`)).toEqual([
      ...['update 3', 'update 2', 'create 1'],
    ])
  })

  test('DOC-04, API-115, API-117, COLL-13 is mapped to collections and titles; a list that is left out stays', async () => {
    const [one, two] = [await collection(), await collection()]
    const other = await create()
    const documentId = await create({ collectionTags: [one], titleTags: ['b', 'a'] })
    expect(await view(documentId)).toMatchObject({
      ...{ collectionCount: 1, titleCount: 2, collections: [{ collectionTag: one, name: 'Mornings' }] },
      titles: [
        { tag: 'a', title: 'Class a' },
        { tag: 'b', title: 'Class b' },
      ],
    })
    expect(await documentsOf(one)).toEqual([documentId])
    expect(await view(other)).toMatchObject({ collectionCount: 0, titleCount: 0, titles: [] })
    const map = (more: object) => api.documents.map({ tenantId, documentId, ...more })
    await map({ collectionTags: [two] })
    expect([await documentsOf(one), await documentsOf(two)]).toEqual([[], [documentId]])
    await map({ titleTags: ['c'] })
    expect(await view(documentId)).toMatchObject({ titles: [{ tag: 'c' }], collectionCount: 1 })
    expect(await issuesOf(map({ titleTags: ['nobody’s'] }))).toEqual(['titleTags.0 document.noTitle'])
    expect(await issuesOf(map({ collectionTags: [two, 'gone'] }))).toEqual([
      'collectionTags.1 document.noCollection',
    ])
    const of = { tenantId, documentId, collectionTag: one }
    await api.documents.addToCollection(of)
    await api.documents.addToCollection(of)
    expect(await documentsOf(one)).toEqual([documentId])
    await api.documents.removeFromCollection(of)
    expect(await documentsOf(one)).toEqual([])
    // A title that leaves the site keeps its hidden place.
    const put = (status: TitleStatus) =>
      server.deps.db.update(titlesTable).set({ status }).where(eq(titlesTable.tag, 'c'))
    await put(TitleStatus.Unpublished)
    expect(await view(documentId)).toMatchObject({ titles: [], titleCount: 0 })
    await map({ titleTags: ['a'] })
    await put(TitleStatus.Published)
    expect((await view(documentId)).titles.map(({ tag }) => tag)).toEqual(['a', 'c'])
    const twice = [documentId, documentId]
    const known = await api.collections.update({ tenantId, tag: one, documentIds: twice })
    expect(known.documentIds).toEqual([documentId])
  })

  test('C-103, CHAN-12 a channel that leaves the tenant takes its titles off documents for good, counted and named before', async () => {
    const { db } = server.deps
    const channelId = 'ironside-strength'
    const found = { status: TitleStatus.Published, tenants: [tenantId], providerId: 'ironside', channelId }
    await db.insert(titlesTable).values({ tag: 'leaves', className: 'Leaves', ...found })
    const documentId = await create({ title: 'Meal plan', titleTags: ['leaves', 'a'] })
    const change = { tenantId, publish: [], unpublish: [channelId] }
    const { effects } = await server.api('admin').publishing.preview({ changes: [change] })
    expect(effects[0]?.with).toContainEqual({ kind: 'documents', count: 1, names: ['Meal plan'] })
    await server.api('admin').publishing.setTenant({ tenantId, channelIdsToUnPublish: [channelId] })
    const titles = async () => (await view(documentId)).titles.map(({ tag }) => tag)
    await expect.poll(titles).toEqual(['a'])
    await db.update(titlesTable).set(found).where(eq(titlesTable.tag, 'leaves'))
    expect(await titles()).toEqual(['a'])
  })

  test('bytes count: one more than allowed is refused with what is left; a file in the place of another counts once', async () => {
    const { settings } = server.deps
    const before = settings.quotas
    const first = await create()
    const { used } = await api.quotas.show({})
    settings.quotas = { ...before, bytes: used.bytes + plan.byteLength - 1 }
    try {
      const kept = await blobs()
      expect(await issuesOf(create())).toEqual(['file quota.bytes'])
      expect(await blobs()).toEqual(kept)
      await api.documents.update({ tenantId, documentId: first, file: pdf() })
      expect((await api.quotas.show({})).used.bytes).toBe(used.bytes)
      await api.documents.remove({ tenantId, ids: [first] })
      expect((await api.quotas.show({})).used.bytes).toBe(used.bytes - plan.byteLength)
      await create()
    } finally {
      settings.quotas = before
    }
  })

  test('COLL-13 a collection holds at most a hundred documents', async () => {
    const tag = await collection()
    const row = (await server.deps.db.select().from(documentsTable).limit(1))[0]!
    const many = Array.from({ length: limits.list }, (_, index) => `many-${index}`)
    await server.deps.db.insert(documentsTable).values(many.map(documentId => ({ ...row, documentId })))
    await api.collections.update({ tenantId, tag, documentIds: many })
    expect(await issuesOf(create({ collectionTags: [tag] }))).toEqual([
      'collectionTag document.collectionFull',
    ])
  })

  test('API-116 deleted one by one; each leaves its collections, and its file goes', async () => {
    const tag = await collection()
    const documentId = await create({ collectionTags: [tag], titleTags: ['a'] })
    const before = await blobs()
    const results = await api.documents.remove({ tenantId, ids: [documentId, 'unknown'] })
    expect(results).toMatchObject([
      { id: documentId, status: 200, reason: 'Item deleted' },
      { id: 'unknown', status: 404 },
    ])
    expect([await documentsOf(tag), await refusal(view(documentId))]).toEqual([
      [],
      expect.stringMatching(/^404/),
    ])
    expect(await blobs()).toHaveLength(before.length - 1)
  })

  test('API-116, API-117 deleted and mapped at once, no collection names what is gone, and nobody waits for ever', async () => {
    const tag = await collection()
    for (let round = 0; round < 4; round++) {
      const documentId = await create()
      const of = { tenantId, documentId, collectionTag: tag }
      await Promise.allSettled([
        api.documents.addToCollection(of),
        api.collections.update({ tenantId, tag, documentIds: [documentId] }),
        api.documents.remove({ tenantId, ids: [documentId] }),
        api.documents.map({ tenantId, documentId, collectionTags: [tag] }),
      ])
      expect(await documentsOf(tag)).toEqual([])
    }
  })

  test('F-2 is its tenant’s and nobody else’s', async () => {
    const documentId = await create()
    for (const caller of ['admin', 'provider'] as const)
      expect(await refusal(server.api(caller).documents.view({ tenantId, documentId }))).toMatch(/^403/)
    const other = server.api('support', { tenantId: 'nordicmove' })
    expect(await refusal(other.documents.download({ tenantId: 'nordicmove', documentId }))).toMatch(/^404/)
    expect(await server.api('support', { tenantId }).documents.view({ tenantId, documentId })).toBeDefined()
  })

  // What asks the database nothing that the rest doesn’t ask.
  if (db === 'pglite') {
    test('DOC-02, C-19, VAL-16 to VAL-18 what is no good PDF is refused with the mend; nothing of it stays', async () => {
      const before = await blobs()
      const large = new Uint8Array(limits.documentSize)
      large.set(plan)
      const refused = [
        [pdf(plan, 'plan.docx'), 'validation.fileType'],
        [pdf(plan, 'a?.pdf'), 'validation.fileNameCharacters'],
        [pdf(large), 'validation.documentSize'],
        [pdf(new Uint8Array(Buffer.from('GIF89a'))), 'validation.fileFormat'],
        [pdf(encryptedPdf), 'document.encrypted'],
        [pdf(cutPdf), 'document.damaged'],
        [pdf(brokenPdf), 'document.damaged'],
        [pdf(emptyPdf), 'document.noPages'],
        [pdf(pdfBomb()), 'document.tooComplex'],
      ] as const
      for (const [file, code] of refused) expect(await issuesOf(create({ file }))).toEqual([`file ${code}`])
      const hasty = createProbe({ cpuLimit: 0 })
      expect(await hasty.document({ name: 'plan.pdf', bytes: plan })).toEqual({
        issues: [{ path: 'file', code: 'document.tooComplex' }],
      })
      await hasty.close()
      expect(en['document.encrypted']).toContain('Save it without one')
      expect(await issuesOf(create({ description: 'a'.repeat(91) }))).toEqual([
        'description validation.tooLong',
      ])
      expect(await blobs()).toEqual(before)
    })

    test('API-114 the file comes whole or by ranges; a range of a file that was replaced is the whole new one', async () => {
      const documentId = await create({ documentName: 'Plan für alle.pdf' })
      const whole = await fetchPdf(documentId)
      const etag = whole.headers.get('etag')!
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        ...{ 'content-type': 'application/pdf', 'accept-ranges': 'bytes', 'cache-control': 'no-store' },
        ...{ 'content-length': String(plan.length), etag: `"${sha256(plan)}"` },
        'content-disposition': "attachment; filename*=UTF-8''Plan%20f%C3%BCr%20alle.pdf",
      })
      expect(await bytesOf(whole)).toEqual(plan)
      const rest = await fetchPdf(documentId, { range: 'bytes=100-', 'if-range': etag })
      expect([rest.status, rest.headers.get('content-range')]).toEqual([
        ...[206, `bytes 100-${plan.length - 1}/${plan.length}`],
      ])
      expect(await bytesOf(rest)).toEqual(plan.slice(100))
      const stale = await fetchPdf(documentId, { range: 'bytes=100-', 'if-range': '"other"' })
      expect([stale.status, (await bytesOf(stale)).length]).toEqual([200, plan.length])
      const beyond = await fetchPdf(documentId, { range: `bytes=${plan.length}-` })
      expect(beyond.status).toBe(416)
    })

    test('a file that no row names is swept, one that a row names stays', async () => {
      await create()
      const named = await blobs()
      await server.deps.blobs.put('documents/left.pdf', plan)
      clock.forward(3 * 86_400 * 365)
      const swept = []
      const { signal } = new AbortController()
      for await (const { key } of removeOrphans(server.deps, { kinds: ['documents'], signal }))
        swept.push(key)
      expect(swept).toEqual(['documents/left.pdf'])
      expect(await blobs()).toEqual(named)
    })
  }
})

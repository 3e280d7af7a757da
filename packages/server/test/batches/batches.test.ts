import { en, toHeader } from '@kinora/core'
import { templateRows } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, databases, type TestServer } from '../harness.ts'
import { failure } from '../refusals.ts'
import type { TestApi } from '../titles/support.ts'
import { addBatch, csvFile, draft, plainRows, toCsv } from './support.ts'

describe.each(databases)('BULK batches on %s', db => {
  let server: TestServer
  let tenant: TestApi
  let provider: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db })
    tenant = server.api('tenant')
    provider = server.api('provider')
  })
  afterAll(() => server?.close())

  test('API-47, API-46, BULK-01, BULK-08 adds a batch that nobody has started yet', async () => {
    const batchId = await addBatch(tenant, plainRows(2))
    expect(await tenant.batches.fetch({ id: batchId })).toMatchObject({
      batchId,
      tenantId: 'pulsehouse',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
      title: 'Autumn',
      notificationEmail: 'ops@studio.example',
      status: null,
      fileStoreStatus: 'Ready',
      fileStoreFolder: 'tenants/pulsehouse',
      filesFound: 0,
      fileToProcess: 'autumn.csv',
      rows: { total: 0, done: 0, bad: 0 },
    })
  })

  test('API-45, BULK-08 lists the batches of the owner by pages, the newest first', async () => {
    const first = await addBatch(provider, plainRows(1))
    const second = await addBatch(provider, plainRows(1))
    const page = await provider.batches.list({ take: 1 })
    expect(page).toMatchObject({ totalRecords: 2, totalPages: 2, page: 1 })
    expect(page.data[0]!.batchId).toBe(second)
    expect((await provider.batches.list({ page: 2, take: 1 })).data[0]!.batchId).toBe(first)
  })

  test('API-50, BULK-08 hands out the template: the columns of the bulk command', async () => {
    const { body, fileName } = await tenant.batches.template({})
    const text = await new Response(body as BodyInit).text()
    expect(text.replace('\ufeff', '').split('\r\n')[0]).toBe(templateRows()[0]!.join(','))
    expect(fileName).toBe('bulk-upload-template.csv')
  })

  test('C-90 a tenant whose id is in another script has its folder too', async () => {
    const { tenantId } = await server.api('admin').tenants.create({
      ...{ name: 'نادي', customerNumber: 'K-90', timeZoneInfo: { offsetName: 'Asia/Riyadh' } },
      ...{ languageCodes: ['ar-SA'], languageTag: 'ar-SA', activatedProducts: ['Web'] },
      isBulkUploadEnabled: true,
    })
    const theirs = server.api('support', { tenantId: toHeader(tenantId) })
    const id = await addBatch(theirs, plainRows(1))
    expect(await theirs.batches.fetch({ id })).toMatchObject({
      ...{ tenantId: 'نادي', fileStoreStatus: 'Ready', filesFound: 0 },
      fileStoreFolder: 'tenants/%D9%86%D8%A7%D8%AF%D9%8A',
    })
  })

  test('C-85 gives a provider’s batch to its provider, with no tenant, whatever tenant it names', async () => {
    const file = csvFile(toCsv(plainRows(1)))
    const { batchId } = await provider.batches.add({ ...draft, tenantId: 'pulsehouse', file })
    expect(await provider.batches.fetch({ id: batchId })).toMatchObject({
      tenantId: null,
      providerId: 'ironside',
      fileStoreFolder: 'providers/ironside',
    })
    expect(await failure(tenant.batches.fetch({ id: batchId }))).toMatchObject({ status: 404 })
  })

  test('C-14 hides a batch from everyone else: fetch, process, stop, results, download', async () => {
    const id = await addBatch(tenant, plainRows(1))
    const oasis = server.api('support', { tenantId: 'oasiswellness' })
    for (const other of [provider, oasis]) {
      for (const call of ['fetch', 'process', 'stop', 'results', 'download'] as const)
        expect([call, await failure(other.batches[call]({ id }))]).toMatchObject([call, { status: 404 }])
      expect((await other.batches.list({ take: -1 })).data.map(batch => batch.batchId)).not.toContain(id)
    }
    expect(await server.api('support', { tenantId: 'pulsehouse' }).batches.fetch({ id })).toMatchObject({
      title: 'Autumn',
    })
    expect(await failure(server.api('support').batches.list({}))).toMatchObject({
      detail: en['session.chooseTenant'],
    })
    expect(await failure(server.api('admin').batches.list({}))).toMatchObject({ status: 403 })
  })

  test('BULK-09 refuses a provider and a tenant that are not enabled, everywhere', async () => {
    await server.deps.db.execute(
      sql`UPDATE providers SET is_bulk_upload_enabled = false WHERE tag = 'ironside'`,
    )
    await server.deps.db.execute(
      sql`UPDATE tenants SET is_bulk_upload_enabled = false WHERE tenant_id = 'pulsehouse'`,
    )
    const refused = { status: 403, detail: en['error.featureUnavailable'] }
    for (const api of [provider, tenant]) {
      expect(await failure(api.batches.list({}))).toMatchObject(refused)
      expect(await failure(api.batches.template({}))).toMatchObject(refused)
      expect(await failure(addBatch(api, plainRows(1)))).toMatchObject(refused)
      expect(await failure(api.batches.process({ id: 'x' }))).toMatchObject(refused)
    }
    await server.deps.db.execute(
      sql`UPDATE providers SET is_bulk_upload_enabled = true WHERE tag = 'ironside'`,
    )
    await server.deps.db.execute(
      sql`UPDATE tenants SET is_bulk_upload_enabled = true WHERE tenant_id = 'pulsehouse'`,
    )
  })

  test('BULK-06 asks for a title, a valid e-mail and a CSV', async () => {
    const file = csvFile(toCsv(plainRows(1)))
    const codes = async (given: object) =>
      (await failure(tenant.batches.add({ ...draft, file, ...given }))).issues.map(
        ({ path, code }) => `${path} ${code}`,
      )
    expect(await codes({ title: ' ' })).toEqual(['title required.title'])
    expect(await codes({ notificationEmail: 'ops' })).toEqual(['notificationEmail validation.email'])
    expect(await codes({ file: csvFile(toCsv(plainRows(1)), 'autumn.xlsx') })).toEqual([
      'file validation.fileType',
    ])
    expect(await codes({ file: csvFile('') })).toEqual(['file bulk.csvEmpty'])
  })

  test('BULK-08, API-48, API-49, BULK-04, C-07 starts one batch at a time; E-6 refuses what the table does not have', async () => {
    const [one, two] = [await addBatch(tenant, plainRows(1)), await addBatch(tenant, plainRows(1))]
    const wrong = async (call: Promise<unknown>) => (await failure(call)).status
    expect(await wrong(tenant.batches.stop({ id: one }))).toBe(400)
    expect(await failure(tenant.batches.process({ id: one, fileToProcess: 'other.csv' }))).toMatchObject({
      status: 400,
    })
    await tenant.batches.process({ id: one, fileToProcess: 'autumn.csv' })
    expect(await failure(tenant.batches.process({ id: two }))).toMatchObject({
      status: 409,
      message: 'Another upload is going on.',
    })
    expect(await wrong(tenant.batches.process({ id: one }))).toBe(400)
    await tenant.batches.stop({ id: one })
    expect(await tenant.batches.fetch({ id: one })).toMatchObject({ status: 'Stop', isFinishing: true })
    expect(await wrong(tenant.batches.process({ id: two }))).toBe(409)
    const other = await addBatch(provider, plainRows(1))
    await provider.batches.process({ id: other })
    expect(await provider.batches.fetch({ id: other })).toMatchObject({ status: 'Processing' })
  })

  // What asks the database nothing that the rest doesn’t ask.
  if (db === 'pglite') {
    test.each([
      ['a header in another order', toCsv(plainRows(1), ['title', 'externalId'])],
      ['one column less', toCsv(plainRows(1), templateRows()[0]!.slice(0, -1))],
      ['another case', toCsv(plainRows(1)).replace('externalId', 'External ID')],
      ['no rows', toCsv([])],
      ['a quote that is never closed', `${toCsv(plainRows(1))}"open`],
      ['nothing but empty lines', `${toCsv(plainRows(1))}${'\n'.repeat(60_000)}`],
      [
        'too many titles',
        `${toCsv(plainRows(1))}${`x${','.repeat(templateRows()[0]!.length - 1)}\n`.repeat(50_000)}`,
      ],
      ['a workbook under another name', 'PK\u0003\u0004 and more of it'],
    ])('BULK-07, VAL-18 refuses %s', async (_, text) => {
      expect(await failure(tenant.batches.add({ ...draft, file: csvFile(text) }))).toMatchObject({
        status: 400,
        message: 'Error: Data is in invalid format. Please correct the file and try again.',
      })
    })
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { failure, issuesOf } from './refusals.ts'

const tenantId = 'pulsehouse'
const tags = ['en-GB', 'de-DE', 'fr-FR'] as const
type Tag = (typeof tags)[number]

const html = (tag: string, words = 'Be kind.') =>
  new File([`<h1>${tag}</h1><p>${words}</p>`], `terms.${tag}.html`)
const files = (changed: Partial<Record<string, File | undefined>> = {}): Record<string, File> => {
  const all = { ...Object.fromEntries(tags.map(tag => [tag, html(tag)])), ...changed }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, File] => entry[1] !== undefined),
  )
}

describe.each(databases)('terms on %s', db => {
  let server: TestServer
  let admin: ReturnType<TestServer['api']>
  const upload = (given: Record<string, File>, title = 'Terms of use') =>
    admin.terms.upload({ tenantId, title, files: given })
  const read = async (versionnumber: number, languageCode: Tag | 'sv-SE') => {
    const { body, fileName } = await server
      .api('tenant')
      .terms.download({ tenantId, versionnumber, languageCode })
    return { fileName, text: await new Response(body as ReadableStream).text() }
  }
  beforeAll(async () => {
    server = await createTestServer({ db })
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  test('B-19, API-90, API-91, TERMS-01, TERMS-03, TERMS-05 to TERMS-07: a version has a file for each language, the next one leaves it as it is', async () => {
    const first = await upload(files())
    const second = await admin.terms.upload({
      ...{ tenantId, title: 'Terms of use, autumn', files: files({ 'de-DE': html('de-DE', 'Seid nett.') }) },
      filenames: { 'de-DE': 'agb.html' },
    })
    expect([first, second]).toEqual([{ version: 1 }, { version: 2 }])
    // Sent again because its answer was lost, it is the version that it was; nothing is stored twice.
    const again = { 'de-DE': html('de-DE', 'Seid nett.') }
    const sent = { tenantId, title: 'Terms of use, autumn', files: files(again) }
    expect(await admin.terms.upload({ ...sent, filenames: { 'de-DE': 'agb.html' } })).toEqual(second)
    const { data, totalRecords } = await server.api('tenant').terms.versions({ tenantId })
    expect(totalRecords).toBe(6)
    expect(data.map(row => [row.version, row.languageCode, row.filename, row.title])).toEqual([
      [2, 'de-DE', 'agb.html', 'Terms of use, autumn'],
      [2, 'en-GB', 'terms.en-GB.html', 'Terms of use, autumn'],
      [2, 'fr-FR', 'terms.fr-FR.html', 'Terms of use, autumn'],
      [1, 'de-DE', 'terms.de-DE.html', 'Terms of use'],
      [1, 'en-GB', 'terms.en-GB.html', 'Terms of use'],
      [1, 'fr-FR', 'terms.fr-FR.html', 'Terms of use'],
    ])
    for (const { createdDate } of data) expect(createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    expect(data[1]!.digest).toBe(data[4]!.digest)
    expect(await read(1, 'de-DE')).toEqual({ fileName: 'terms.de-DE.html', text: await html('de-DE').text() })
    expect((await read(2, 'de-DE')).text).toContain('Seid nett.')
    const scope = { kind: 'tenant', tenantId } as const
    const { data: entries } = await auditOf(scope, server.deps.db, {
      noun: 'terms',
      id: tenantId,
      page: 1,
      take: -1,
    })
    expect(entries.map(({ verb, version }) => [verb, version])).toEqual([
      ['upload', 2],
      ['upload', 1],
    ])
  })

  test('TERMS-07 two uploads at the same moment get two numbers', async () => {
    const made = await Promise.all([upload(files(), 'One'), upload(files(), 'Other')])
    expect(made[0]!.version).not.toBe(made[1]!.version)
  })

  test('API-91, TERMS-02, C-108 refuses what is missing, too much, too large or no HTML in UTF-8, and stores nothing of it', async () => {
    const before = (await admin.terms.versions({ tenantId })).totalRecords
    const blobs = async () => {
      const keys: string[] = []
      for await (const { key } of server.deps.blobs.list('terms/')) keys.push(key)
      return keys.length
    }
    const stored = await blobs()
    expect(await issuesOf(upload(files({ 'de-DE': undefined }), ' '))).toEqual(['title required.title'])
    expect(await issuesOf(upload(files({ 'de-DE': undefined, 'sv-SE': html('sv-SE') })))).toEqual([
      'files.de-DE terms.fileMissing',
      'files.sv-SE terms.otherLanguage',
    ])
    const wrong = {
      'en-GB': new File(['<p>x'], 'terms.htm'),
      'de-DE': new File(['x'.repeat(2 * 1_048_576 + 1)], 'terms.html'),
      'fr-FR': new File(['<p>x'], 'terms?.html'),
    }
    expect(await issuesOf(upload(wrong))).toEqual([
      'files.en-GB validation.fileType',
      'files.de-DE terms.tooLarge',
      'files.fr-FR validation.fileNameCharacters',
    ])
    const unread = {
      'en-GB': new File([new Uint8Array([0xff, 0xfe, 60])], 'a.html'),
      'fr-FR': new File([' \n'], 'b.html'),
    }
    expect(await issuesOf(upload(files(unread)))).toEqual([
      'files.en-GB terms.encoding',
      'files.fr-FR terms.empty',
    ])
    expect([(await admin.terms.versions({ tenantId })).totalRecords, await blobs()]).toEqual([before, stored])
  })

  test('API-91, API-92, C-108, TERMS-04: parts are file_<tag> and filename_<tag>; what comes back is no page of the platform', async () => {
    const { token } = await server.signIn('support')
    const form = new FormData()
    form.append('Title', 'By hand')
    form.append('PolicyType', 'tnc')
    for (const tag of tags) form.append(`file_${tag}`, html(tag))
    form.append('filename_fr-FR', 'conditions.html')
    const headers = { authorization: `Bearer ${token}`, TenantID: tenantId }
    const made = await server.app.request('/api/consentpolicy/add', { method: 'POST', headers, body: form })
    expect(made.status).toBe(201)
    const { version } = (await made.json()) as { version: number }
    const versions = async (consentType: string) =>
      (
        await server.app.request(
          `/api/consentpolicy/version?tenantId=${tenantId}&consentType=${consentType}`,
          {
            headers,
          },
        )
      ).status
    expect([await versions('tnc'), await versions('privacy')]).toEqual([200, 400])
    const get = (query: string) =>
      server.app.request(`/api/v2/consentpolicy/download?tenantId=${tenantId}&${query}`, {
        headers: { authorization: headers.authorization, tenantId: 'nordicmove' },
      })
    const answer = await get(`languageCode=fr-FR&versionnumber=${version}&consentType=tnc`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''conditions.html",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await get(`languageCode=sv-SE&versionnumber=${version}`)).status).toBe(404)
    expect((await get(`languageCode=fr-FR&versionnumber=${version}&consentType=privacy`)).status).toBe(400)
    expect((await get('languageCode=fr-FR&versionnumber=999')).status).toBe(404)
  })

  test('F-2, C-91: staff upload for every tenant, a tenant reads its own, a provider nothing', async () => {
    const support = server.api('support', { tenantId: 'nordicmove' })
    expect((await support.terms.versions({ tenantId })).totalRecords).toBeGreaterThan(0)
    expect((await failure(server.api('tenant').terms.versions({ tenantId: 'nordicmove' }))).code).toBe(
      'notFound',
    )
    expect(
      (await failure(server.api('tenant').terms.upload({ tenantId, title: 'x', files: files() }))).code,
    ).toBe('forbidden')
    expect((await failure(server.api('provider').terms.versions({ tenantId }))).code).toBe('forbidden')
    expect((await failure(admin.terms.versions({ tenantId: 'nowhere' }))).code).toBe('notFound')
  })
})

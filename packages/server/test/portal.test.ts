import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { metadata, session } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderFiles } from '../src/adapters/files-folder.ts'
import { createTestServer, type TestServer } from './harness.ts'

describe('the portal’s files', () => {
  let folder: string
  let server: TestServer
  const page = { headers: { accept: 'text/html,*/*' } }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-portal-'))
    await mkdir(join(folder, 'portal/assets'), { recursive: true })
    await writeFile(join(folder, 'portal/index.html'), '<title>Kinora</title>')
    await writeFile(join(folder, 'portal/assets/app-C0ffee12.js'), 'start()')
    await writeFile(join(folder, 'portal/assets/app-C0ffee12.js.br'), brotliCompressSync('start()'))
    await writeFile(join(folder, 'secret'), 'not for anyone')
    server = await createTestServer({ portal: createFolderFiles(join(folder, 'portal')) })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('NAV-48 answers every page with the application, assets for good, and the API with JSON', async () => {
    const { app } = server
    const asset = await app.request('/assets/app-C0ffee12.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    for (const path of ['/', '/media/contentTitles', '/login?next=%2F']) {
      const response = await app.request(path, page)
      expect([path, await response.text()]).toEqual([path, '<title>Kinora</title>'])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    expect((await app.request('/api/v1/nothing', page)).headers.get('content-type')).toContain('json')
    expect((await app.request('/assets/gone-00000000.js', page)).status).toBe(404)
    expect(
      (await app.request('/media/contentTitles', { headers: { accept: 'application/json' } })).status,
    ).toBe(404)
    expect((await app.request('/', { method: 'POST' })).status).toBe(404)
  })

  test('ROLE-24 titles the page with the name of the product, from which the portal takes it', async () => {
    const portal = createFolderFiles(join(folder, 'portal'))
    const named = await createTestServer({ portal, settings: { productName: 'Fit & <Co> $1' } })
    for (const path of ['/', '/media/contentTitles', '/favourites']) {
      const response = await named.app.request(path, page)
      expect([response.status, await response.text()]).toEqual([200, '<title>Fit &amp; &lt;Co> $1</title>'])
    }
    expect((await named.app.request('/assets/app-C0ffee12.js')).status).toBe(200)
    await named.close()
  })

  test('API-28, NAV-49 an address that is a page and a call: whoever opens it gets the page, a script the call', async () => {
    const { app } = server
    expect(await (await app.request('/favourites', page)).text()).toBe('<title>Kinora</title>')
    const called = await app.request('/favourites?tenantId=pulsehouse')
    expect([called.status, called.headers.get('content-type')]).toEqual([401, 'application/json'])
  })

  test.each([
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '/assets/..%5c..%5csecret',
    '/%00',
    '/%ff',
  ])('never leaves its folder (%s)', async path => {
    const { app } = server
    expect((await app.request(path)).status).toBe(404)
  })

  test('sends what the build has packed to a browser that unpacks it, and plain bytes to the others', async () => {
    const ask = (accepted: string) =>
      server.app.request('/assets/app-C0ffee12.js', { headers: { 'accept-encoding': accepted } })
    const packed = await ask('gzip, deflate, br;q=1.0')
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('content-type')).toContain('text/javascript')
    expect(packed.headers.get('vary')).toContain('accept-encoding')
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe('start()')
    for (const accepted of ['', 'gzip', 'br;q=0']) {
      const plain = await ask(accepted)
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(await plain.text()).toBe('start()')
    }
  })

  test('answers of the API are compressed from a kilobyte on', async () => {
    const { token } = await server.signIn('admin')
    const ask = ({ method, path }: { method: string; path: string }) =>
      server.app.request(path, {
        method,
        headers: { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` },
      })
    const packed = await ask(metadata.view)
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const found = JSON.parse(gunzipSync(await packed.arrayBuffer()).toString()) as { languages: unknown[] }
    expect(found.languages).toHaveLength(28)
    const small = await ask(session.verify)
    expect(small.headers.get('content-encoding')).toBeNull()
    expect(await small.json()).toMatchObject({ user: { displayName: 'Ada Okafor' } })
  })
})

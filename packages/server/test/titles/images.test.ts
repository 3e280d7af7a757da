import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Issue } from '@kinora/core'
import { probeImage } from '@kinora/core/media'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createProbe } from '../../src/adapters/probe/index.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { ffmpeg } from '../media/clips.ts'
import { hash, makeMedia, refusal } from './support.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await createTestServer()
  folder = await mkdtemp(join(tmpdir(), 'kinora-images-'))
})
afterAll(() => server?.close())

async function picture(size: string, name: string): Promise<File> {
  const path = join(folder, `${size}-${name}`)
  await ffmpeg('-f', 'lavfi', '-i', `testsrc2=size=${size}`, '-frames:v', '1', '-update', '1', path)
  return new File([new Uint8Array(await readFile(path))], name)
}

describe('API-24, API-29, VAL-19 images', () => {
  test('keeps a cover under its content and serves it for ever', async () => {
    const img = await picture('640x360', 'cover.jpg')
    const { url } = await server.api('provider').images.upload({ img })
    expect(await server.api('tenant').images.uploadCover({ image: img })).toEqual({ url })
    const answer = await server.app.request(url)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    expect(url).toBe(`/media/images/${hash(new Uint8Array(await answer.arrayBuffer()))}.jpg`)
  })

  test('takes so many pictures of an organisation in a day, and says so', async () => {
    const img = await picture('640x360', 'cover.jpg')
    const { settings } = server.deps
    const { used } = await server.api('provider').quotas.show({})
    expect(used.images).toBeGreaterThan(0)
    settings.quotas = { ...settings.quotas, images: used.images }
    const refused = await refusal(server.api('provider').images.upload({ img }))
    settings.quotas = { ...settings.quotas, images: used.images + 1 }
    const both = await Promise.allSettled(
      [img, img].map(each => server.api('provider').images.upload({ img: each })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await server.api('admin').images.upload({ img })
    settings.quotas = { ...settings.quotas, images: null }
    expect(refused).toBe('400 quota.images')
  })

  test('gives it in the widths that screens ask for; where none can be made, as it is, to be asked for again', async () => {
    const { url } = await server.api('provider').images.upload({ img: await picture('640x360', 'cover.jpg') })
    const get = async (query: string) => {
      const answer = await server.app.request(url + query)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return { width: probeImage(bytes).info?.width, kept: answer.headers.get('cache-control') }
    }
    const forEver = 'public, max-age=31536000, immutable'
    expect(await get('?width=320')).toEqual({ width: 640, kept: 'public, max-age=60' })
    const { media } = server.deps
    server.deps.media = await makeMedia()
    vi.spyOn(server.deps.blobs, 'scratch').mockRejectedValueOnce(new Error('the disk is full'))
    expect(await get('?width=160')).toEqual({ width: 640, kept: 'public, max-age=60' })
    const asked = await Promise.all(['', '?width=160', '?width=320', '?width=320', '?width=1280'].map(get))
    expect(asked).toEqual([640, 160, 320, 320, 640].map(width => ({ width, kept: forEver })))
    server.deps.media = media
    expect(await get('?width=320')).toEqual({ width: 320, kept: forEver })
    for (const wrong of ['?width=321', '?width=x', '?width='])
      expect((await server.app.request(url + wrong)).status).toBe(400)
    expect((await server.app.request(`${url.replace(/\w{64}/, '0'.repeat(64))}?width=320`)).status).toBe(404)

    // Read once for all who ask; what is damaged later isn't given, nor made smaller.
    const { blobs } = server.deps
    const key = url.replace('/media/', '')
    const bytes = new Uint8Array(await new Response(await blobs.read(key)).arrayBuffer())
    const digest = vi.spyOn(blobs, 'digest')
    for (const method of ['GET', 'HEAD', 'GET']) await server.app.request(url, { method })
    expect(digest).not.toHaveBeenCalled()
    bytes[bytes.length >> 1]! ^= 1
    await blobs.put(key, bytes)
    server.deps.media = await makeMedia()
    const statuses = ['', '?width=640', '?width=160'].map(
      async q => (await server.app.request(url + q)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 200])
    expect(digest).toHaveBeenCalled()
    server.deps.media = media
  })

  test.each([
    ['640x480', 'cover.jpg', 'cover', 'validation.imageSize'],
    ['640x360', 'cover.png', 'cover', 'validation.imageType'],
    ['80x80', 'icon.png', 'icon', 'validation.imageSize'],
    ['300x100', 'logo.png', 'logo', 'validation.imageHeight'],
    ['600x234', 'logo.png', 'mobileLogo', 'validation.imageSize'],
    ['160x160', 'home.jpg', 'homeImage', 'validation.imageSize'],
    ['640x480', 'event.jpg', 'eventCover', 'validation.imageSize'],
    ['640x360', 'gold.jpg', 'packageCover', 'validation.imageSize'],
    ['160x160', 'yoga.png', 'categoryImage', 'validation.imageSize'],
    ['640x360', 'yoga.png', 'categoryBanner', 'validation.imageSize'],
    ['160x160', 'space.jpg', 'mediaSpace', 'validation.imageSize'],
    ['160x160', 'app.png', 'splash', 'validation.imageSize'],
    ['160x160', 'icon.png', 'favicon', 'validation.imageType'],
    ['82x82', 'me.png', 'profile', 'validation.imageSize'],
  ] as const)('C-77, C-107 refuses %s %s as a %s', async (size, name, assetType, code) => {
    expect(
      await refusal(server.api('provider').images.upload({ img: await picture(size, name), assetType })),
    ).toBe(`400 ${code}`)
  })

  test.each([
    ['300x192', 'logo.png', 'logo'],
    ['160x160', 'me.jpeg', 'profile'],
    ['80x80', 'me.png', 'profile'],
    ['654x234', 'logo.png', 'mobileLogo'],
    ['640x360', 'event.jpg', 'eventCover'],
    ['1920x564', 'gold.jpg', 'packageCover'],
    ['500x500', 'yoga.png', 'categoryImage'],
    ['1024x1024', 'app.png', 'icon'],
    ['900x900', 'app.png', 'splash'],
    ['1920x564', 'banner.png', 'banner'],
  ] as const)('C-02, C-77, C-107 takes %s %s as a %s', async (size, name, assetType) => {
    expect(
      (await server.api('provider').images.upload({ img: await picture(size, name), assetType })).url,
    ).toMatch(/^\/media\/images\//)
  })

  test('publishes neither position nor author, and the picture looks as it did', async () => {
    for (const [size, name, assetType] of [
      ['360x640', 'turned.jpg', 'cover'],
      ['1920x564', 'banner.png', 'banner'],
    ] as const) {
      const sent = await withSecrets(await picture(size, name))
      expect(await sent.text()).toContain('HUSH')
      const { url } = await server.api('provider').images.upload({ img: sent, assetType })
      const stored = Buffer.from(await (await server.app.request(url)).arrayBuffer())
      expect(stored.toString('latin1')).not.toContain('HUSH')
      expect(probeImage(stored)).toEqual(probeImage(new Uint8Array(await sent.arrayBuffer())))
      expect(await pixelsOf(stored, name)).toBe(await pixelsOf(Buffer.from(await sent.arrayBuffer()), name))
    }
  })

  test('refuses damaged data behind a good header', async () => {
    const banner = Buffer.from(await (await picture('1920x564', 'banner.png')).arrayBuffer())
    banner[banner.indexOf('IDAT') + 500]! ^= 0xff
    const cover = Buffer.from(await (await picture('640x360', 'cover.jpg')).arrayBuffer())
    const frame = cover.indexOf(Buffer.from([0xff, 0xc0]))
    const twice = Buffer.concat([
      cover.subarray(0, frame),
      cover.subarray(frame, frame + 19),
      cover.subarray(frame),
    ])
    const api = server.api('provider')
    const lying = Buffer.from(cover)
    lying.writeUInt16BE(180, frame + 5)
    lying.writeUInt16BE(320, frame + 7)
    for (const [bytes, name, assetType, code] of [
      [banner, 'banner.png', 'banner', 'validation.fileFormat'],
      [twice, 'cover.jpg', 'cover', 'validation.imageType'],
      [lying, 'cover.jpg', 'cover', 'validation.imageType'],
    ] as const)
      expect(await refusal(api.images.upload({ img: new File([bytes], name), assetType }))).toBe(
        `400 ${code}`,
      )
  })

  test('as a cover is kept for a day after a title was saved with it or without it; one that has gone is refused', async () => {
    const api = server.api('provider')
    const [{ url: first }, { url: second }] = await Promise.all([
      api.images.upload({ img: await picture('640x360', 'cover.jpg') }),
      api.images.upload({ img: await picture('320x180', 'cover.jpg') }),
    ])
    const { tag } = await api.titles.create({ className: 'Kept', imageLink: first })
    const touched = vi.spyOn(server.deps.blobs, 'touch')
    await api.titles.update({ tag, imageLink: second })
    const keys = [first, second].map(url => url.replace('/media/', ''))
    expect(touched.mock.calls.flat().sort()).toEqual(keys.sort())
    await server.deps.blobs.remove(first.replace('/media/', ''))
    expect(await refusal(api.titles.update({ tag, imageLink: first }))).toBe('400 title.coverGone')
    expect(await refusal(api.titles.create({ className: 'Gone', imageLink: first }))).toBe(
      '400 title.coverGone',
    )
    await api.titles.update({ tag, imageLink: null })
  })

  test('is looked at in a thread, so that nobody else waits for what a picture asks of it', async () => {
    const looked = vi.spyOn(server.deps.probe, 'picture').mockResolvedValueOnce({ issues: damaged })
    const img = await picture('640x360', 'cover.jpg')
    expect(await refusal(server.api('provider').images.upload({ img }))).toBe('400 validation.fileFormat')
    expect(looked).toHaveBeenCalledWith(
      'titleCover',
      expect.objectContaining({ name: 'cover.jpg' }),
      expect.anything(),
    )
    looked.mockRestore()
    const quick = createProbe({ cpuLimit: 0 })
    expect(
      await quick.picture('titleCover', { name: img.name, bytes: new Uint8Array(await img.arrayBuffer()) }),
    ).toEqual({
      issues: damaged,
    })
    await quick.close()
  })

  test('believes the bytes, not the name, and asks for a sign-in', async () => {
    const png = await picture('640x360', 'cover.png')
    const disguised = new File([await png.arrayBuffer()], 'cover.jpg')
    expect(await refusal(server.api('provider').images.upload({ img: disguised }))).toBe(
      '400 validation.imageType',
    )
    expect(
      await refusal(server.api('provider').images.upload({ img: new File(['no image'], 'a.jpg') })),
    ).toBe('400 validation.imageType')
    expect(await refusal(server.api().images.upload({ img: disguised }))).toMatch(/^401/)
    expect((await server.app.request('/media/images/..%2f..%2fsecret')).status).toBe(404)
  })
})

const damaged: Issue[] = [{ path: 'file', code: 'validation.fileFormat' }]

/** As a camera writes it: lying on its side, with an author in every place that has room for one. */
async function withSecrets(file: File): Promise<File> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return new File([file.name.endsWith('.png') ? withTexts(bytes) : withExif(bytes)], file.name)
}

function withExif(jpeg: Buffer): Buffer<ArrayBuffer> {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const turned = Buffer.from('49492a00080000000100120103000100000006000000000000', 'hex')
  const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), turned, Buffer.from('\0HUSH author')]))
  const comment = segment(0xfe, Buffer.from('HUSH comment'))
  return Buffer.concat([
    jpeg.subarray(0, 2),
    exif,
    comment,
    jpeg.subarray(2),
    Buffer.from('HUSH behind the end'),
  ])
}

function withTexts(png: Buffer): Buffer<ArrayBuffer> {
  const body = Buffer.from('tEXtAuthor\0HUSH')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33), Buffer.from('HUSH behind the end')])
}

/** A digest of the picture as a browser shows it, turned upright. */
async function pixelsOf(bytes: Buffer, name: string): Promise<string> {
  const path = join(folder, `shown-${name}`)
  await writeFile(path, bytes)
  await ffmpeg('-i', path, '-f', 'framemd5', `${path}.md5`)
  return readFile(`${path}.md5`, 'utf8')
}

import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../harness.ts'
import { ffmpeg } from '../media/clips.ts'
import { hash, refusal } from './support.ts'

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
  it('keeps a cover under its content and serves it for ever', async () => {
    const img = await picture('640x360', 'cover.jpg')
    const { url } = await server.api('provider').images.upload({ img })
    const digest = hash(new Uint8Array(await img.arrayBuffer()))
    expect(url).toBe(`/media/images/${digest}.jpg`)
    expect(await server.api('tenant').images.uploadCover({ image: img })).toEqual({ url })
    const answer = await server.app.request(url)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    expect(hash(new Uint8Array(await answer.arrayBuffer()))).toBe(digest)
  })

  it.each([
    ['640x480', 'cover.jpg', 'cover', 'validation.imageSize'],
    ['640x360', 'cover.png', 'cover', 'validation.imageType'],
    ['80x80', 'icon.png', 'icon', 'validation.imageSize'],
    ['300x100', 'logo.png', 'logo', 'validation.imageHeight'],
  ] as const)('refuses %s %s as a %s', async (size, name, AssetType, code) => {
    expect(
      await refusal(server.api('provider').images.upload({ img: await picture(size, name), AssetType })),
    ).toBe(`400 ${code}`)
  })

  it.each([
    ['300x192', 'logo.png', 'logo'],
    ['160x160', 'me.jpeg', 'profile'],
    ['1920x564', 'banner.png', 'banner'],
  ] as const)('takes %s %s as a %s', async (size, name, AssetType) => {
    expect(
      (await server.api('provider').images.upload({ img: await picture(size, name), AssetType })).url,
    ).toMatch(/^\/media\/images\//)
  })

  it('believes the bytes, not the name, and asks for a sign-in', async () => {
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

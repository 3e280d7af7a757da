import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { type ImageKind, type ImageRule, imageRules } from './image-kinds.ts'
import { checkImage, probeImage } from './image-rules.ts'

const drawn = new Map<string, Uint8Array>()
/** Drawn once for each size: starting ffmpeg costs more than all the checks together. */
const draw = (codec: 'mjpeg' | 'png' | 'gif', width: number, height: number): Uint8Array => {
  const key = `${codec} ${width}x${height}`
  const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}`, '-frames:v', '1']
  const target =
    codec === 'gif' ? ['-f', 'gif', '-'] : ['-strict', '-1', '-c:v', codec, '-f', 'image2pipe', '-']
  const image = drawn.get(key) ?? Uint8Array.from(execFileSync('ffmpeg', [...source, ...target]))
  drawn.set(key, image)
  return image
}
const jpg = (width: number, height: number) => draw('mjpeg', width, height)
const png = (width: number, height: number) => draw('png', width, height)

/** An icon of PNG pictures. */
const ico = (...sizes: number[]): Uint8Array => {
  const pictures = sizes.map(size => png(size, size))
  const directory = new DataView(new ArrayBuffer(6 + 16 * sizes.length))
  directory.setUint16(2, 1, true)
  directory.setUint16(4, sizes.length, true)
  let offset = directory.byteLength
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    directory.setUint8(at, sizes[index]! % 256)
    directory.setUint8(at + 1, sizes[index]! % 256)
    directory.setUint32(at + 8, picture.length, true)
    directory.setUint32(at + 12, offset, true)
    offset += picture.length
  }
  return Uint8Array.from([...new Uint8Array(directory.buffer), ...pictures.flatMap(picture => [...picture])])
}

/** Puts an APP1 segment with one EXIF tag, the orientation, behind the start marker. */
const oriented = (image: Uint8Array, orientation: number, endian: 'II' | 'MM'): Uint8Array => {
  const little = endian === 'II'
  const tiff = new DataView(new ArrayBuffer(26))
  tiff.setUint16(0, little ? 0x4949 : 0x4d4d)
  tiff.setUint16(2, 42, little)
  tiff.setUint32(4, 8, little)
  tiff.setUint16(8, 1, little)
  tiff.setUint16(10, 0x0112, little)
  tiff.setUint16(12, 3, little)
  tiff.setUint32(14, 1, little)
  tiff.setUint16(18, orientation, little)
  const content = [...new TextEncoder().encode('Exif\0\0'), ...new Uint8Array(tiff.buffer)]
  const segment = [0xff, 0xe1, 0, content.length + 2, ...content]
  return Uint8Array.from([...image.subarray(0, 2), ...segment, ...image.subarray(2)])
}

describe('VAL-19 the size is the bytes’ own', () => {
  test.each([
    ['jpg', jpg(64, 36), 64, 36],
    ['png', png(64, 36), 64, 36],
    ['gif', draw('gif', 64, 36), 64, 36],
    ['ico', ico(16), 16, 16],
    ['ico', ico(16, 256, 48), 256, 256],
    ['jpg', oriented(jpg(64, 36), 1, 'II'), 64, 36],
    ['jpg', oriented(jpg(64, 36), 3, 'MM'), 64, 36],
    ['jpg', oriented(jpg(36, 64), 6, 'II'), 64, 36],
    ['jpg', oriented(jpg(36, 64), 6, 'MM'), 64, 36],
    ['jpg', oriented(jpg(36, 64), 8, 'II'), 64, 36],
  ] as const)('%s', (type, bytes, width, height) => {
    expect(probeImage(bytes).info).toMatchObject({ type, width, height })
  })

  test('reads a view into a larger buffer', () => {
    const image = png(64, 36)
    const larger = Uint8Array.from([1, 2, 3, ...image, 4, 5])
    expect(probeImage(larger.subarray(3, 3 + image.length)).info).toMatchObject({ width: 64, height: 36 })
  })

  test.each([
    ['jpg', jpg(64, 36)],
    ['oriented jpg', oriented(jpg(64, 36), 6, 'II')],
    ['png', png(64, 36)],
    ['ico', ico(16)],
  ])('%s cut in half is broken', (_, bytes) => {
    expect(probeImage(bytes.subarray(0, bytes.length / 2)).issue).toEqual({
      path: 'file',
      code: 'validation.fileFormat',
      params: { is: 'fileType.damaged' },
    })
  })

  /** The same picture, of which the header says that it has another size. */
  const claiming = (image: Uint8Array, width: number, height: number): Uint8Array => {
    const lying = image.slice()
    const at = lying.findIndex((byte, index) => byte === 0xff && lying[index + 1] === 0xc0)
    new DataView(lying.buffer).setUint16(at + 5, height)
    new DataView(lying.buffer).setUint16(at + 7, width)
    return lying
  }

  test.each([
    ['smaller than it is', 160, 90],
    ['a row of blocks less', 640, 344],
    ['a row of blocks more', 640, 376],
    ['many times as large', 6400, 3600],
    ['as large as can be said', 65_535, 65_535],
  ])('a JPEG that says of itself to be %s is broken', (_, width, height) => {
    expect(probeImage(jpg(640, 360)).info).toMatchObject({ width: 640, height: 360 })
    expect(probeImage(claiming(jpg(640, 360), width, height)).issue?.code).toBe('validation.fileFormat')
  })

  test.each([
    ['complete', [0x67], [0x3f], true],
    ['of whose coefficient a bit is missing', [0x67], [], false],
    ['with bytes of another', [0x67, ...Array(20).fill(0x67)], [0x3f], false],
    ['of seven coefficients at both ends', [0x6d, 0xd3, 0x6d, 0x9f], [0x00, 0x7f], true],
    ['of whose seven coefficients a bit is missing', [0x6d, 0xd3, 0x6d, 0x9f], [0x00], false],
  ] as const)('a progressive JPEG of one block, %s', (_, first, refining, isWhole) => {
    const codes = (id: number, ...symbols: number[]) => {
      const lengths = Array.from({ length: 16 }, (_, index) => (index === 1 ? symbols.length : 0))
      return [0xff, 0xc4, 0, 19 + symbols.length, id, ...lengths, ...symbols]
    }
    const scan = (from: number, to: number, bits: number, data: readonly number[]) => [
      0xff,
      0xda,
      0,
      8,
      1,
      1,
      0,
      from,
      to,
      bits,
      ...data,
    ]
    const frame = [0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    const tables = [...codes(0x00, 0x00), ...codes(0x10, 0x00, 0x01, 0xf0)]
    const coefficients = [...scan(0, 0, 0, [0x3f]), ...scan(1, 63, 1, first), ...scan(1, 63, 0x10, refining)]
    const bytes = Uint8Array.from([0xff, 0xd8, ...tables, ...frame, ...coefficients, 0xff, 0xd9])
    expect(probeImage(bytes).info !== undefined).toBe(isWhole)
  })

  test('never throws', () => {
    const images = [
      jpg(16, 16),
      oriented(jpg(16, 16), 6, 'MM'),
      png(16, 16),
      ico(16),
      draw('gif', 16, 16),
      new Uint8Array(),
    ]
    const wounds = fc.array(fc.tuple(fc.nat(600), fc.constantFrom(0, 1, 127, 255)), { maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...images), wounds, fc.nat(700), (image, places, length) => {
        const bytes = image.slice(0, length)
        for (const [index, value] of places) if (index < bytes.length) bytes[index] = value
        const probe = probeImage(bytes)
        expect(probe.info ?? probe.issue).toBeDefined()
      }),
      { seed: 19, numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.uint8Array(), bytes => probeImage(bytes).issue !== undefined),
      { seed: 19 },
    )
  })
})

const { text, issue } = createMessages(en)
const sentences = (kind: ImageKind, name: string, bytes: Uint8Array) =>
  checkImage(kind, { name, bytes }).map(issue)
const wrongSize = (size: string, came: string) => [`The dimension of image must be ${size}, not ${came}`]
const wrongType = (types: string) => [text('validation.imageType', { types })]

describe('VAL-T1, VAL-19 to VAL-25: accepted, or exactly one failure', () => {
  const cover = jpg(1920, 1080)
  test.each<[string, ImageKind, string, () => Uint8Array, string[]]>([
    ['exact', 'profile', 'me.JPEG', () => jpg(160, 160), []],
    ['exact png', 'profile', 'me.png', () => png(160, 160), []],
    ['too large', 'profile', 'me.jpg', () => jpg(320, 320), wrongSize('160 x 160', '320 x 320')],
    ['C-02', 'channelProfile', 'me.jpg', () => jpg(80, 80), []],
    ['C-02 png', 'channelProfile', 'me.png', () => png(80, 80), []],
    ['C-02 as the rule says', 'channelProfile', 'me.jpeg', () => jpg(160, 160), []],
    ['C-02 elsewhere', 'profile', 'me.jpg', () => jpg(80, 80), wrongSize('160 x 160', '80 x 80')],
    ['C-02 not near', 'channelProfile', 'me.jpg', () => jpg(82, 82), wrongSize('160 x 160', '82 x 82')],
    ['cover', 'titleCover', 'c.jpg', () => cover, []],
    ['cover, ratio alone', 'eventCover', 'c.jpg', () => jpg(640, 360), []],
    ['cover 4:3', 'titleCover', 'c.jpg', () => jpg(640, 480), wrongSize('1920 x 1080', '640 x 480')],
    ['cover turned by EXIF', 'titleCover', 'c.jpg', () => oriented(jpg(360, 640), 6, 'II'), []],
    [
      'cover lying by EXIF',
      'titleCover',
      'c.jpg',
      () => oriented(jpg(640, 360), 6, 'II'),
      wrongSize('1920 x 1080', '360 x 640'),
    ],
    ['cover in the tolerance', 'titleCover', 'c.jpg', () => jpg(644, 360), []],
    [
      'cover beyond the tolerance',
      'titleCover',
      'c.jpg',
      () => jpg(648, 360),
      wrongSize('1920 x 1080', '648 x 360'),
    ],
    ['cover as png', 'titleCover', 'c.png', () => png(640, 360), wrongType('jpg/jpeg')],
    ['png called jpg', 'titleCover', 'c.jpg', () => png(640, 360), wrongType('jpg/jpeg')],
    ['jpg called png', 'categoryImage', 'c.png', () => jpg(500, 500), wrongType('jpg/png')],
    ['jpeg where only jpg', 'categoryImage', 'c.jpeg', () => jpg(500, 500), wrongType('jpg/png')],
    ['type before ratio', 'profile', 'c.gif', () => draw('gif', 20, 10), wrongType('jpg/jpeg/png')],
    ['banner', 'categoryBanner', 'c.jpg', () => jpg(1920, 564), []],
    ['home image, height', 'homeImage', 'c.jpg', () => jpg(640, 360), wrongSize('1920 x 1080', '640 x 360')],
    ['C-21 logo of any width', 'webLogo', 'l.png', () => png(64, 192), []],
    [
      'logo height',
      'webLogo',
      'l.png',
      () => png(192, 64),
      ['The dimension of image height must be 192, not 64'],
    ],
    ['mobile logo', 'darkMobileLogo', 'l.png', () => png(654, 234), []],
    [
      'C-21 mobile logo, width',
      'lightMobileLogo',
      'l.png',
      () => png(600, 234),
      wrongSize('654 x 234', '600 x 234'),
    ],
    ['favicon', 'favicon', 'f.ico', () => ico(16), []],
    ['favicon among others', 'favicon', 'f.ico', () => ico(32, 16, 48), []],
    ['favicon too large', 'favicon', 'f.ico', () => ico(32), wrongSize('16 x 16', '32 x 32')],
    ['favicon that is a png', 'favicon', 'f.ico', () => png(16, 16), wrongType('ico')],
    ['truncated', 'titleCover', 'c.jpg', () => cover.subarray(0, cover.length / 2), wrongType('jpg/jpeg')],
    ['empty', 'splash', 's.png', () => new Uint8Array(), wrongType('png')],
    ['no extension', 'splash', 'png', () => png(900, 900), wrongType('png')],
  ])('%s', (_, kind, name, bytes, expected) => expect(sentences(kind, name, bytes())).toEqual(expected))

  test.each([
    ['c.jpg', new Uint8Array(), 'fileType.empty'],
    ['c.jpg', cover.subarray(0, cover.length / 2), 'fileType.damaged'],
    ['c.jpg', png(640, 360), 'fileType.png'],
    ['c.jpg', png(640, 360).subarray(0, 40), 'fileType.damaged'],
    ['c.txt', cover, 'fileType.jpg'],
    ['c.png', png(640, 360), 'fileType.png'],
    ['c.png', new Uint8Array(), 'fileType.empty'],
    ['c.jpg', new TextEncoder().encode('words'), 'fileType.text'],
  ])('says what %s is (%#)', (name, bytes, is) => {
    expect(checkImage('titleCover', { name, bytes })).toMatchObject([
      { code: 'validation.imageType', params: { is } },
    ])
    const { issue } = probeImage(bytes)
    if (issue !== undefined) expect(issue.params).toEqual({ is })
  })

  test('VAL-25 says the register’s sentence for a profile image', () => {
    expect(sentences('profile', 'x.txt', new Uint8Array())).toEqual([
      'Please select a valid jpg/jpeg/png format file for upload.',
    ])
  })

  test.each<[ImageKind, string, string, ImageRule['check']]>([
    ['profile', 'jpg jpeg png', '160x160', 'ratio and height'],
    ['channelProfile', 'jpg jpeg png', '160x160', 'ratio and height'],
    ['titleCover', 'jpg jpeg', '1920x1080', 'ratio'],
    ['eventCover', 'jpg jpeg', '1920x1080', 'ratio'],
    ['categoryImage', 'jpg png', '500x500', 'ratio and height'],
    ['categoryBanner', 'jpg png', '1920x564', 'ratio and height'],
    ['mediaSpace', 'jpg jpeg', '1920x564', 'ratio and height'],
    ['subscriptionCover', 'jpg jpeg', '1920x564', 'ratio and height'],
    ['webLogo', 'png', '0x192', 'height'],
    ['favicon', 'ico', '16x16', 'ratio and height'],
    ['homeImage', 'jpg jpeg', '1920x1080', 'ratio and height'],
    ['lightMobileLogo', 'png', '654x234', 'ratio and height'],
    ['darkMobileLogo', 'png', '654x234', 'ratio and height'],
    ['splash', 'png', '900x900', 'ratio and height'],
    ['appIcon', 'png', '1024x1024', 'ratio and height'],
  ])('VAL-T1, SITE-04, CHAN-17 %s: %s, %s, by %s', (kind, extensions, size, check) => {
    const rule: ImageRule = imageRules[kind]
    expect([rule.extensions.join(' '), `${rule.width}x${rule.height}`, rule.check]).toEqual([
      ...[extensions, size, check],
    ])
  })

  test.each<[string, ImageKind, string, () => Uint8Array, string[]]>([
    ['media space', 'mediaSpace', 's.jpeg', () => jpg(1920, 564), []],
    [
      'media space, half as large',
      'mediaSpace',
      's.jpg',
      () => jpg(960, 282),
      wrongSize('1920 x 564', '960 x 282'),
    ],
    ['media space, cut', 'mediaSpace', 's.jpg', () => jpg(1600, 564), wrongSize('1920 x 564', '1600 x 564')],
    ['media space as png', 'mediaSpace', 's.png', () => png(1920, 564), wrongType('jpg/jpeg')],
    ['splash', 'splash', 's.png', () => png(900, 900), []],
    ['splash, smaller', 'splash', 's.png', () => png(899, 899), wrongSize('900 x 900', '898 x 898')],
    ['app icon', 'appIcon', 'i.png', () => png(1024, 1024), []],
    ['app icon, smaller', 'appIcon', 'i.png', () => png(512, 512), wrongSize('1024 x 1024', '512 x 512')],
    ['app icon as jpg', 'appIcon', 'i.jpg', () => jpg(64, 64), wrongType('png')],
    ['home image', 'homeImage', 'h.jpg', () => cover, []],
    ['home image as png', 'homeImage', 'h.png', () => png(64, 36), wrongType('jpg/jpeg')],
    ['logo as jpg', 'webLogo', 'l.jpg', () => jpg(64, 36), wrongType('png')],
    [
      'mobile logo, height',
      'lightMobileLogo',
      'l.png',
      () => png(654, 200),
      wrongSize('654 x 234', '654 x 200'),
    ],
  ])('SITE-04, CHAN-17 %s', (_, kind, name, bytes, expected) =>
    expect(sentences(kind, name, bytes())).toEqual(expected),
  )

  test('VAL-26 has a rule for each of the fifteen kinds', () =>
    expect(Object.keys(imageRules)).toHaveLength(15))
})

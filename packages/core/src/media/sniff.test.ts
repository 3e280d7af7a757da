import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { sniff, toExtension } from './sniff.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  )
const ftyp = (major: string, ...compatible: string[]) =>
  bytes([0, 0, 0, 16 + compatible.length * 4], 'ftyp', major, [0, 0, 2, 0], compatible.join(''))

describe('UPLOAD-26 what a file is by its bytes', () => {
  test.each([
    ['mp4', ftyp('isom', 'isom', 'mp41')],
    ['mp4', ftyp('mp42')],
    ['mp4', ftyp('M4V ')],
    ['mp4', ftyp('XAVC', 'isom')],
    ['mov', ftyp('qt  ', 'mp42')],
    ['mov', bytes([0, 0, 0, 8], 'wide')],
    ['m4a', ftyp('M4A ', 'isom')],
    ['unknown', ftyp('avif', 'mif1', 'iso8')],
    ['unknown', ftyp('heic')],
    ['mp3', bytes('ID3', [4, 0, 0, 0, 0, 0, 35])],
    ['mp3', bytes('ID3', [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0])],
    ['mp3', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['aac', bytes([0xff, 0xf1, 0x50, 0x40, 0x21, 0x3f, 0xfc])],
    ['aac', bytes('ID3', [4, 0, 0, 0, 0, 0, 0], [0xff, 0xf1, 0x50, 0x40, 0x21, 0x3f, 0xfc])],
    ['jpg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes([0x89], 'PNG\r\n\x1a\n')],
    ['ico', bytes([0, 0, 1, 0, 1, 0], Array(16).fill(0))],
    ['unknown', bytes([0, 0, 2, 0, 1, 0], Array(16).fill(0))],
    ['gif', bytes('GIF89a')],
    ['webp', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ')],
    ['unknown', bytes('RIFF', [0, 0, 0, 0], 'WAVEfmt ')],
    ['pdf', bytes('%PDF-1.7')],
    ['webvtt', bytes([0xef, 0xbb, 0xbf], 'WEBVTT\n\n')],
    ['webvtt', bytes('WEBVTT')],
    ['text', bytes('WEBVTTX')],
    ['json', bytes(' \n[{"a": 1}]')],
    ['text', bytes('name;ünïcode\r\n')],
    ['unknown', bytes([0xff, 0xfe, 0x41, 0x00])],
    ['unknown', bytes('a\0b')],
    ['unknown', bytes()],
  ] as const)('%s', (type, given) => expect(sniff(given)).toBe(type))

  test('does not mind a character cut in two at the end', () => {
    expect(sniff(bytes('a'.repeat(4095), 'é'))).toBe('text')
  })

  test('never throws', () => {
    const openings = fc.constantFrom('', 'ID3', '\0\0\0\x14ftyp', '\0\0\x01\0', 'RIFF', 'WEBVTT', '{')
    fc.assert(
      fc.property(openings, fc.uint8Array({ maxLength: 300 }), (opening, rest) => {
        expect(sniff(bytes(opening, [...rest]))).toBeTypeOf('string')
      }),
      { seed: 26, numRuns: 2000 },
    )
  })
})

describe('VAL-20 extensions', () => {
  test.each([
    ['a.MP4', 'mp4'],
    ['a.b.JpEg', 'jpeg'],
    ['mp4', ''],
    ['a.', ''],
    ['.mp4', 'mp4'],
  ])('%s -> %j', (name, extension) => expect(toExtension(name)).toBe(extension))
})

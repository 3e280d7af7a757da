import { execFile } from 'node:child_process'
import { cp, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkFile, createAssets } from '@kinora/core/bulk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiles } from '../../src/adapters/file-source.ts'
import { check } from './support.ts'

const execute = promisify(execFile)
const ffmpeg = (...args: string[]) => execute('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args])
const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10:duration=1`]
const sound = ['-f', 'lavfi', '-i', 'sine=duration=1']

let folder: string
const at = (name: string) => join(folder, name)
const long = `${'x'.repeat(252)}.mp4`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-bulk-'))
  await ffmpeg(...picture('320x180'), ...sound, '-pix_fmt', 'yuv420p', '-shortest', at('good.mp4'))
  await ffmpeg(...picture('240x180'), '-pix_fmt', 'yuv420p', at('narrow.mp4'))
  await ffmpeg(...sound, at('song.mp3'))
  await ffmpeg(...picture('1920x1080'), '-frames:v', '1', at('cover.jpg'))
  await ffmpeg(...picture('500x500'), '-frames:v', '1', at('square.jpg'))
  await ffmpeg(...picture('320x180'), '-frames:v', '1', at('picture.png'))
  await cp(at('picture.png'), at('disguised.mp4'))
  await cp(at('good.mp4'), at('cut.mp4'))
  await truncate(at('cut.mp4'), 3000)
  await cp(at('good.mp4'), at('what?.mp4'))
  await (await open(at('empty.mp4'), 'w')).close()
  await writeFile(at('good.vtt'), '\uFEFFWEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
  await writeFile(at('good.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  await writeFile(at('good.sbv'), '0:00:00.000,0:00:01.000\nHello\n')
  const paragraph = '<p begin="00:00:00.000" end="00:00:01.000">Hello</p>'
  await writeFile(
    at('good.ttml'),
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${paragraph}</div></body></tt>`,
  )
  await writeFile(at('bad.srt'), '1\n00:00:00,000 --> 00:00:61,000\nHello\n')
  await writeFile(at('webvtt.srt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
  await writeFile(at('late.vtt'), 'WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nHello\n')
  await writeFile(at('bad.vtt'), '1\n00:00:00,000 --> 00:00:61,000\nHello\n\n2\n00:02 --> 00:03\nBye\n')
})
afterAll(() => rm(folder, { recursive: true }))

const checkCells = (header: string, cells: string) => {
  const files = createFiles({ configFolder: folder, stateFolder: folder }, folder)
  const assets = createAssets({ open: path => files.open(at(path)), checkFile })
  return check(`externalId,title,${header}\na1,Yoga,${cells}\n`, { assets })
}

const aspect = 'Upload a video that has an aspect ratio of 16:9, eg 1920 x 1080.'
const type = 'Allowed only mp4 type.'
const format = 'Error: Data is in invalid format. Please correct the file and try again.'

describe('UPLOAD-26 VAL-10 VAL-11 VAL-13 VAL-14 VAL-15 VAL-18 VAL-20 VAL-23 VAL-25 CAPTION-05 files are checked from their bytes before anything is sent', () => {
  test.each([
    ['file', 'good.mp4', []],
    ['file', './good.mp4', []],
    ['file', 'song.mp3', []],
    ['file', 'narrow.mp4', [`2 file: ${aspect}`]],
    ['file', 'disguised.mp4', [`2 file: ${type}`]],
    ['file', 'cut.mp4', [`2 file: ${format}`]],
    ['file', 'empty.mp4', [`2 file: ${format}`]],
    ['file', 'picture.png', [`2 file: ${type}`]],
    ['file', 'missing.mp4', ['2 file: The file missing.mp4 was not found.']],
    ['file', 'what?.mp4', ['2 file: File name should not contain special characters']],
    ['file', long, ['2 file: File name should not contain above 255 characters']],
    ['contentType,file', 'video,song.mp3', [`2 file: ${type}`]],
    ['trailer', 'song.mp3', [`2 trailer: ${type}`]],
    ['cover', 'cover.jpg', []],
    ['cover', 'square.jpg', ['2 cover: The dimension of image must be 1920 x 1080, not 500 x 500']],
    ['cover', 'picture.png', ['2 cover: Please select a valid jpg/jpeg format file for upload.']],
    ['captions', 'en-GB:good.vtt|English', []],
    ['file,captions', '.\\good.mp4,en-GB:.\\good.vtt|English', []],
    [
      'captions',
      'en-GB:bad.vtt|English',
      [
        '2 captions: Line 2: “00:00:00,000 --> 00:00:61,000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
        '2 captions: Line 6: “00:02 --> 00:03” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
      ],
    ],
    ['captions', 'en-GB:good.srt;de-DE:good.sbv;fr-FR:good.ttml', []],
    [
      'captions',
      'en-GB:bad.srt|English',
      [
        '2 captions: Line 2: “00:00:00,000 --> 00:00:61,000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
      ],
    ],
    ['captions', 'en-GB:webvtt.srt', ['2 captions: Allowed only vtt type.']],
    ['captions', 'en-GB:late.vtt|English', []],
    [
      'file,captions',
      'good.mp4,en-GB:late.vtt|English',
      [
        '2 captions: Line 3: 1 caption starts after the title ends (00:00:01), at 01:00:00.000. Shift all captions by -3600 seconds.',
      ],
    ],
    ['captions', 'en-GB:none.vtt|English', ['2 captions: The file none.vtt was not found.']],
  ])('%s %s', async (header, cells, expected) => {
    expect((await checkCells(header, cells)).errors).toEqual(expected)
  })

  test('names what is wrong with every file of a row', async () => {
    const { errors } = await checkCells('file,cover,trailer', 'narrow.mp4,square.jpg,missing.mp4')
    expect(errors.map(error => error.split(':')[0])).toEqual(['2 file', '2 cover', '2 trailer'])
  })
})

#!/usr/bin/env node
// Makes the media that catalogue.csv names: two seconds each, every file different, by the ffmpeg on the PATH.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const run = promisify(execFile)
const folder = resolve(process.argv[2] ?? import.meta.dirname)
const rows = parse(await readFile(join(import.meta.dirname, 'catalogue.csv'), 'utf8'), { columns: true })

const ffmpeg = (...args) => run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args])
const picture = (seed, seconds) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=320x180:rate=15:duration=${seconds},hue=h=${seed * 29}`,
]
const tone = (seed, seconds) => ['-f', 'lavfi', '-i', `sine=frequency=${220 + seed * 20}:duration=${seconds}`]
const film = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-movflags',
  '+faststart',
]

const make = {
  '.mp4': (path, seed) => ffmpeg(...picture(seed, 2), ...tone(seed, 2), ...film, path),
  '.mp3': (path, seed) => ffmpeg(...tone(seed, 2), '-c:a', 'libmp3lame', path),
  '.m4a': (path, seed) => ffmpeg(...tone(seed, 2), '-c:a', 'aac', path),
  '.jpg': (path, seed) =>
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      `testsrc2=size=1920x1080:duration=1,hue=h=${seed * 29}`,
      '-frames:v',
      '1',
      path,
    ),
  '.vtt': (path, seed) =>
    writeFile(
      path,
      `WEBVTT\n\n00:00.000 --> 00:01.000\nWelcome to class ${seed}\n\n00:01.000 --> 00:02.000\nBreathe\n`,
    ),
}

const captionPaths = cell => cell.split(';').flatMap(track => /:\s*([^|]+)/.exec(track)?.[1]?.trim() ?? [])

const paths = rows.flatMap(row =>
  [row.file, row.cover, row.trailer, ...captionPaths(row.captions)].filter(path => path !== ''),
)
for (const [index, path] of paths.entries()) {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await make[extname(path)](target, index + 1)
}
console.log(`${paths.length} files in ${join(folder, 'media')}`)

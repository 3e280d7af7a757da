import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ffmpeg } from './clips.ts'
import {
  atBox,
  blanked,
  boxesOf,
  boxOf,
  counted,
  emptied,
  filled,
  replaced,
  replacedAll,
  shortened,
  without,
  zeroed,
} from './movie-bytes.ts'

export interface OddFile {
  /** Says what is odd about it. */
  what: string
  kind: 'video' | 'audio'
  /** Its name, whatever it is inside. */
  name: string
  bytes: Buffer
}

/** Odd files of every sort: six small ones that ffmpeg makes, and what becomes of them when their bytes are changed. */
export async function makeCorpus(folder: string): Promise<OddFile[]> {
  const base = await makeBase(folder)
  const film = (what: string, bytes: Buffer): OddFile => ({ what, kind: 'video', name: 'class.mp4', bytes })
  return [
    ...Object.entries({ ...films(base), ...base.movies }).map(([what, bytes]) => film(what, bytes)),
    ...['moov last', 'moov first', 'fragments'].flatMap(name => cuts(name, base.movies[name]!, film)),
    ...sounds(base),
  ]
}

type Base = Awaited<ReturnType<typeof makeBase>>

async function makeBase(folder: string) {
  const at = (name: string) => join(folder, name)
  const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=1`]
  const tone = ['-f', 'lavfi', '-i', 'sine=d=1']
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const two = ['-map', '0', '-map', '1', '-map', '2']
  await ffmpeg(...picture('160x90'), ...picture('120x90'), ...tone, ...two, ...coded, at('two.mp4'))
  const bare = ['-write_xing', '0', '-id3v2_version', '0', at('bare.mp3')]
  await ffmpeg(...tone, at('a.mp3'), ...bare)
  const copies: Record<string, string[]> = {
    'moov last': ['-map', '0:0', '-map', '0:2'],
    'moov first': ['-map', '0:0', '-map', '0:2', '-movflags', '+faststart'],
    fragments: ['-map', '0:0', '-map', '0:2', '-movflags', 'frag_keyframe+empty_moov'],
    'two pictures, 16:9 first': ['-map', '0'],
    'two pictures, 4:3 first': ['-map', '0:1', '-map', '0:0', '-map', '0:2'],
    'two pictures, 4:3 first but 16:9 the default': [
      ...['-map', '0:1', '-map', '0:0', '-disposition:v:0', '0', '-disposition:v:1', 'default'],
    ],
    'two sounds': ['-map', '0:0', '-map', '0:2', '-map', '0:2'],
    'picture alone': ['-map', '0:0'],
    'sound alone': ['-map', '0:2'],
  }
  const target = (name: string) => at(`${name.replaceAll(/\W+/g, '-')}.mp4`)
  const outputs = Object.entries(copies).flatMap(([name, args]) => [...args, '-c', 'copy', target(name)])
  await ffmpeg('-i', at('two.mp4'), ...outputs, '-map', '0:2', '-c', 'copy', at('a.aac'))
  const movies: Record<string, Buffer> = {}
  for (const name of Object.keys(copies)) movies[name] = await readFile(target(name))
  const [mp3, bareMp3, aac] = await Promise.all(
    ['a.mp3', 'bare.mp3', 'a.aac'].map(name => readFile(at(name))),
  )
  return { movies, mp3: mp3!, bareMp3: bareMp3!, aac: aac! }
}
const films = (base: Base): Record<string, Buffer> => {
  const { movies } = base
  const last = movies['moov last']!
  const first = movies['moov first']!
  return {
    empty: Buffer.alloc(0),
    'one byte': Buffer.from([0]),
    'no length in mvhd': zeroed(first, ['mvhd']),
    'no length in tkhd': zeroed(first, ['tkhd']),
    'no length in mdhd': zeroed(first, ['mdhd']),
    'no length anywhere': zeroed(first, ['mvhd', 'tkhd', 'mdhd']),
    'no length anywhere, moov last': zeroed(last, ['mvhd', 'tkhd', 'mdhd']),
    'no length and an edit list of none': zeroed(first, ['mvhd', 'tkhd', 'mdhd', 'elst']),
    'unknown length in mvhd': filled(first, ['mvhd']),
    'unknown length anywhere': filled(first, ['mvhd', 'tkhd', 'mdhd']),
    'almost no length, no edit list': shortened(replacedAll(first, ['elst'], 'free'), [
      'mvhd',
      'tkhd',
      'mdhd',
    ]),
    'fragments, almost no length in the header': shortened(movies.fragments!, ['mvhd', 'tkhd', 'mdhd']),
    'mdat missing': without(last, 'mdat'),
    'mdat missing, moov first': without(first, 'mdat'),
    'mdat empty': emptied(first, 'mdat'),
    'mdat of zeros': blanked(first, 'mdat'),
    'moov missing': without(first, 'moov'),
    'moov empty': emptied(last, 'moov'),
    'moov of zeros': blanked(last, 'moov'),
    'moov twice': Buffer.concat([last, boxOf(last, 'moov')]),
    'ftyp missing': without(first, 'ftyp'),
    'ftyp of QuickTime': replaced(first, 'isom', 'qt  '),
    'ftyp of nobody': replacedAll(first, ['isom', 'iso2', 'avc1', 'mp41'], 'none', 40),
    'ftyp not first': Buffer.concat([boxOf(first, 'free'), first]),
    'zeros in front': Buffer.concat([Buffer.alloc(64), first]),
    'junk in front': Buffer.concat([Buffer.from('junk in front of it'), first]),
    'zeros behind': Buffer.concat([first, Buffer.alloc(64)]),
    'junk behind': Buffer.concat([first, Buffer.from('junk behind it, and a lot of it')]),
    'a byte behind': Buffer.concat([first, Buffer.from([7])]),
    'twice the film': Buffer.concat([first, first]),
    'no codec that is known': replacedAll(first, ['avc1'], 'xxxx', first.length, first.indexOf('stsd')),
    'no sample sizes': replaced(first, 'stsz', 'free'),
    'no offsets': replacedAll(first, ['stco'], 'free'),
    'no times': replacedAll(first, ['stts'], 'free'),
    'no sample descriptions': replacedAll(first, ['stsd'], 'free'),
    'no handlers': replacedAll(first, ['hdlr'], 'free'),
    'no media': replacedAll(first, ['mdia'], 'free'),
    'no samples at all': counted(first, ['stsz', 'stts', 'stsc', 'stco'], 0),
    'a time scale of none': atBox(first, 'mdhd', 16, 0),
    'offsets beyond the end': atBox(first, 'stco', 12, 0x7fffffff),
    'a size of none': atBox(atBox(first, 'avc1', 28, 0), 'tkhd', 80, 0),
    'a picture that calls itself sound': replaced(first, 'vide', 'soun'),
    'sound that calls itself a picture': replaced(first, 'soun', 'vide'),
    'an MP3': base.mp3,
    'AAC frames': base.aac,
  }
}

const cuts = (name: string, bytes: Buffer, film: (what: string, bytes: Buffer) => OddFile): OddFile[] =>
  boxesOf(bytes).flatMap(({ type, start, end }) => [
    film(`${name}, cut before ${type}`, bytes.subarray(0, start)),
    film(`${name}, cut inside ${type}`, bytes.subarray(0, Math.floor((start + end) / 2))),
    film(`${name}, without ${type}`, Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])),
  ])

function sounds({ movies, mp3, bareMp3, aac }: Base): OddFile[] {
  const m4a = movies['sound alone']!
  const sound = (what: string, name: string, bytes: Buffer): OddFile => ({ what, kind: 'audio', name, bytes })
  const files = { 'class.mp3': mp3, 'class.aac': aac, 'class.m4a': m4a, 'film.mp4': movies['moov first']! }
  const mixed = Object.entries(files).flatMap(([from, bytes]) =>
    ['mp3', 'aac', 'm4a', 'mp4', 'wav'].map(extension =>
      sound(`${from} as .${extension}`, `class.${extension}`, bytes),
    ),
  )
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 167 + 13) % 251))
  const odd = (name: string, whole: Buffer) => [
    sound(`${name} behind zeros`, name, Buffer.concat([Buffer.alloc(1500), whole])),
    sound(`${name} behind junk`, name, Buffer.concat([noise, whole])),
    sound(`${name} behind 70 kB of zeros`, name, Buffer.concat([Buffer.alloc(70_000), whole])),
    sound(`${name} before junk`, name, Buffer.concat([whole, noise])),
    sound(`${name} before zeros`, name, Buffer.concat([whole, Buffer.alloc(1500)])),
    sound(`${name} before a tag`, name, Buffer.concat([whole, Buffer.from('TAG'.padEnd(128))])),
    sound(`${name} in halves with junk`, name, Buffer.concat([whole, noise, whole])),
    sound(`${name} cut`, name, whole.subarray(0, whole.length / 2)),
    sound(`${name}: ten bytes`, name, whole.subarray(0, 10)),
    sound(`${name}: one frame`, name, whole.subarray(0, 300)),
  ]
  return [
    ...mixed,
    ...odd('class.mp3', mp3),
    ...odd('bare.mp3', bareMp3),
    ...odd('class.aac', aac),
    sound('an empty tag', 'class.mp3', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')),
    sound(
      'a tag, then junk',
      'class.mp3',
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), noise]),
    ),
    sound('a tag twice', 'class.mp3', Buffer.concat([mp3.subarray(0, 10 + mp3.readUInt8(9)), mp3])),
    sound('a film without sound', 'class.mp4', movies['picture alone']!),
    sound('no length anywhere', 'class.m4a', zeroed(m4a, ['mvhd', 'tkhd', 'mdhd'])),
  ]
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ladder, type LadderStep, MediaError } from '../../ports/media.ts'
import { checkWhole, encode, inspect, portion } from './encode.ts'
import type { Engine, VideoStream } from './engine.ts'
import { audioFolder, displaySize, ladderHeights, ladderOutputs, scaledTo, steadyRate } from './plan.ts'
import { describe, type MasterRendition, type MasterSound, masterPlaylist, measureTrack } from './playlist.ts'
import { listFiles, makeFolder } from './workspace.ts'

const master = 'master.m3u8'

/** Encodes all renditions in one run, then writes the master from what came out. */
export async function ladder(engine: Engine, step: LadderStep): Promise<Ladder> {
  const { source, targetFolder, signal } = step
  const found = await inspect(engine, source, signal)
  const { audio, duration } = found
  const video = step.soundOnly === true ? undefined : found.video
  if (video === undefined && audio === undefined) throw new MediaError('noAudio', 'there is no sound to play')
  return makeFolder(targetFolder, signal, async folder => {
    const outputs = ladderOutputs(folder, video, audio)
    await encode(
      engine,
      { source, video, audio, duration, outputs },
      portion({ from: 0, to: 1, duration }, step),
    )
    const sound = audio && (await measureSound(folder))
    const pictures = video === undefined ? [] : await measurePictures(folder, video)
    checkWhole(Math.max(sound?.track.duration ?? 0, ...pictures.map(({ track }) => track.duration)), duration)
    await writeFile(join(folder, master), masterPlaylist(pictures, sound))
    const renditions = pictures.map(each => describe(each, sound?.track))
    return {
      kind: video === undefined ? 'audio' : 'video',
      master,
      duration,
      renditions,
      files: await listFiles(folder),
    }
  })
}

async function measureSound(folder: string): Promise<MasterSound> {
  const playlist = `${audioFolder}/index.m3u8`
  return { playlist, track: await measureTrack(join(folder, playlist)) }
}

function measurePictures(folder: string, video: VideoStream): Promise<MasterRendition[]> {
  const shown = displaySize(video)
  const heights = ladderHeights(shown.height)
  return Promise.all(
    heights.map(async height => {
      const playlist = `${height}p/index.m3u8`
      const track = await measureTrack(join(folder, playlist))
      return { ...scaledTo(shown, height), playlist, rate: steadyRate(video), track }
    }),
  )
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ladder, type LadderStep, MediaError } from '../../ports/media.ts'
import { encode, inspect, portion } from './encode.ts'
import type { Engine, VideoStream } from './engine.ts'
import {
  audioFolder,
  canvasOf,
  displaySize,
  ladderHeights,
  ladderOutputs,
  noCanvas,
  scaledTo,
  steadyRate,
} from './plan.ts'
import { describe, type MasterRendition, type MasterSound, masterPlaylist, measureTrack } from './playlist.ts'
import { listFiles, makeFolder } from './workspace.ts'

const master = 'master.m3u8'

/** Encodes all renditions in one run, then writes the master from what came out. */
export async function ladder(engine: Engine, step: LadderStep): Promise<Ladder> {
  const { source, targetFolder, signal } = step
  const found = await inspect(engine, source, signal)
  const { start, audio, duration } = found
  const video = step.soundOnly === true ? undefined : found.video
  if (video === undefined && audio === undefined) throw new MediaError('noAudio', 'there is no sound to play')
  return makeFolder(targetFolder, signal, async folder => {
    const outputs = ladderOutputs(folder, { video, audio, duration })
    await encode(
      engine,
      {
        source,
        start,
        video,
        audio,
        duration,
        canvas:
          video === undefined ? noCanvas : canvasOf(video, ladderHeights(displaySize(video).height)[0]!),
        outputs,
      },
      portion({ from: 0, to: 1, duration }, step),
    )
    const sound = audio && (await measureSound(folder))
    const pictures = video === undefined ? [] : await measurePictures(folder, video)
    await writeFile(join(folder, master), masterPlaylist(pictures, sound))
    const renditions = pictures.map(each => describe(each, sound?.track))
    return {
      kind: video === undefined ? 'audio' : 'video',
      master,
      duration,
      renditions,
      skipped: found.skipped.map(({ kind, index, codec }) => `${kind} track ${index + 1} (${codec})`),
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

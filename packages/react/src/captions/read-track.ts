import { type Issue, languageInName, toTrackName } from '@kinora/core'
import { readCaptionFile, vttIssues } from '@kinora/core/webvtt'

interface ReadTrack {
  /** The file under the name that it is sent by. */
  sent: File
  /** The language that its name ends with. */
  guessed: string | undefined
  issues: readonly Issue[]
}

/** Reads a file of captions before it is sent: what it lacks, and its language. */
export async function readTrack(
  file: File,
  { length, shift = 0 }: { length: number | undefined; shift: number | undefined },
): Promise<ReadTrack> {
  const read = await readCaptionFile(file, { length, shift })
  const name = toTrackName(file.name, read.format)
  return {
    sent: name === file.name ? file : new File([file], name, { type: 'text/vtt' }),
    guessed: languageInName(file.name),
    issues: vttIssues(read).slice(0, 1),
  }
}

import { type Caption, isKinoraError, KinoraError, languageName, languages } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** CAPTION-01: all tracks of a title. */
export async function findTracks(session: Session, titleTag: string): Promise<Caption[]> {
  const { captions } = await session.api()
  return (await captions.list({ titleTag, take: -1 }, { signal: session.world.interrupted })).data
}

/** The track of a language, else `notFound` (exit code 3). */
export async function findTrack(session: Session, tag: string, language: string): Promise<Caption> {
  const wanted = toLanguage(language)
  const track = (await findTracks(session, tag)).find(({ language }) => language === wanted)
  if (track !== undefined) return track
  const what = safe`${tag} has no captions in ${languageName(wanted)}`
  throw explain('notFound', {
    what,
    how: safe`List what there is: kinora captions list ${quoted(tag)}${contextFlags(session)}`,
  })
}

/** One of the 28 languages, in whatever case it was written. */
export function toLanguage(written: string): string {
  const found = languages.find(({ ietfTag }) => ietfTag.toLowerCase() === written.toLowerCase())
  if (found !== undefined) return found.ietfTag
  const issue = { path: 'language', code: 'validation.language', params: { tag: written } } as const
  throw new KinoraError('invalid', { issues: [issue] })
}

export interface NewTrack {
  titleTag: string
  language: string
  title: string
  file: Blob
  name: string
  /** CAPTION-04: else captions of the same language stay, and the call is a `conflict` (exit code 7). */
  replace: boolean
  /** Seconds by which all captions are moved. */
  shift?: number
}

export async function addTrack(session: Session, { name, file, ...track }: NewTrack): Promise<Caption> {
  const { captions } = await session.api()
  try {
    return await captions.create({ ...track, file: new File([file], name, { type: 'text/vtt' }) })
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'conflict') throw error
    throw explain('conflict', { what: error.detail ?? error.message, how: 'To replace them: --replace' })
  }
}

export const languageMissing = (file: string) =>
  usage(
    safe`The language of ${file} is not known`,
    'Pass --language, or name the file like NAME.de-DE.vtt.',
    text('exit.invalid'),
  )

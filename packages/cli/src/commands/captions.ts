import { type Caption, languageInName, languageName } from '@kinora/core'
import { cuesOf, formatTimestamp } from '@kinora/core/webvtt'
import { type AttachFlags, attachCommand, planFields } from '../captions/attach.ts'
import { openCaptions, readCaptions, tellProblems, tellShift } from '../captions/read-file.ts'
import { captionText } from '../captions/texts.ts'
import { addTrack, findTrack, findTracks, languageMissing, toLanguage } from '../captions/tracks.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { saveAnswer } from '../kernel/save-answer.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { findTitle } from '../titles/find.ts'

const trackFields = namesOf<Caption>({
  ...{ trackId: true, titleTag: true, title: true, language: true, url: true },
  ...{ createdDate: true, beyondEnd: true, version: true },
})

const addList: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .hook('preAction', printing(session, trackFields))
    .action(async (tag: string) => {
      const tracks = await findTracks(session, tag)
      session.print.table(tracks, [
        { header: 'LANGUAGE', value: track => track.language, look: 'accent' },
        { header: 'TITLE', value: track => track.title, flexible: true },
        { header: 'ADDED', value: track => track.createdDate },
      ])
      for (const track of tracks) tellBeyond(session, track)
    })
}

/** CAPTION-05: what was stored before the video was there is compared with it once it is. */
function tellBeyond(session: Session, { titleTag, title, language, beyondEnd }: Caption): void {
  if (beyondEnd === null) return
  const { print } = session
  const start = formatTimestamp(beyondEnd.start).slice(0, -'.000'.length)
  print.warn(captionText('list.beyond', { language, start }))
  const { shift } = beyondEnd
  const names = { tag: quoted(titleTag), language: quoted(language), title: quoted(title) }
  const known = { ...names, context: contextFlags(session) }
  print.note(
    shift === null ? captionText('list.replace', known) : captionText('list.shift', { ...known, shift }),
  )
}

const addShow: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<language>', captionText('help.language'))
    .option('-o, --output <file>', captionText('help.output'))
    .action(async (tag: string, language: string, { output }: { output?: string }) => {
      const { url } = await findTrack(session, tag, language)
      const network = await session.world.network()
      const answer = await network.fetch!((await session.url()) + url, { signal: session.world.interrupted })
      if (!answer.ok) throw explain('notFound', { what: `${url}: ${answer.status}` })
      await saveAnswer(session, { body: answer.body! }, output)
    })
}

interface AddFlags {
  language?: string
  title?: string
  replace?: boolean
  shift?: number
}

const addAdd: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<file>', captionText('help.file'))
    .option('--language <tag>', captionText('help.addLanguage'))
    .option('--title <text>', captionText('help.title'))
    .option('--replace', captionText('help.replace'))
    .option('--shift <seconds>', captionText('help.shift'), toShift)
    .hook('preAction', printing(session, trackFields))
    .action((tag: string, path: string, flags: AddFlags) => addCaptions(session, { tag, path, flags }))
}

function toShift(written: string): number {
  const seconds = Number(written)
  if (written.trim() !== '' && Number.isFinite(seconds)) return seconds
  throw usage(captionText('shift.invalid', { value: written }), captionText('shift.how'))
}

/** CAPTION-01 to CAPTION-05 */
async function addCaptions(
  session: Session,
  given: { tag: string; path: string; flags: AddFlags },
): Promise<void> {
  const { tag, path, flags } = given
  const { shift } = flags
  const { durationSecond: length } = await findTitle(session, tag)
  const { file } = await openCaptions(session, path, { length, shift })
  const language = flags.language === undefined ? languageInName(file.name) : toLanguage(flags.language)
  if (language === undefined) throw languageMissing(file.name)
  const { title = languageName(language), replace = false } = flags
  const track = await addTrack(session, {
    ...{ titleTag: tag, language, title, replace, ...(shift !== undefined && { shift }) },
    ...{ file: file.blob, name: file.name },
  })
  session.print.record(track, [
    ['track', track.trackId],
    ['language', language],
    ['title', title],
  ])
  session.print.done(captionText('add.done', { tag, language: languageName(language) }))
}

const addCheck: FillCommand = (command, session) => {
  command
    .argument('<file...>', captionText('help.files'))
    .option('--for <tag>', captionText('help.for'))
    .option('--shift <seconds>', captionText('help.shift'), toShift)
    .action((paths: string[], flags: CheckFlags) => checkFiles(session, paths, flags))
}

interface CheckFlags {
  for?: string
  shift?: number
}

async function checkFiles(session: Session, paths: readonly string[], flags: CheckFlags): Promise<void> {
  const { for: tag, shift } = flags
  const length = tag === undefined ? 0 : (await findTitle(session, tag)).durationSecond
  let bad = 0
  for (const path of paths) {
    const found = await readCaptions(session, path, { length, shift })
    tellProblems(session, found)
    tellShift(session, found)
    const cues = cuesOf(found.read)
    const end = formatTimestamp(cues.reduce((latest, cue) => Math.max(latest, cue.end), 0))
    if (found.read.problems.some(({ severity }) => severity === 'error')) bad += 1
    else session.print.line(captionText('check.good', { file: found.file.name, count: cues.length, end }))
  }
  if (bad > 0)
    throw explain('invalid', {
      what: captionText('check.bad', { count: bad }),
      how: captionText('check.badHow'),
    })
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<language>', captionText('help.language'))
    .option('-y, --yes', text('flag.yes'))
    .action(async (tag: string, written: string, { yes = false }: { yes?: boolean }) => {
      const track = await findTrack(session, tag, written)
      const values = { tag, language: languageName(track.language) }
      if (!yes) {
        demand(session, '--yes')
        await requireYes(session, captionText('remove.ask', values))
      }
      await (await session.api()).captions.remove({ trackId: track.trackId })
      session.print.done(captionText('remove.done', values))
    })
}

const addAttach: FillCommand = (command, session) => {
  command
    .argument('<folder>', captionText('help.folder'))
    .option('--replace', captionText('help.replace'))
    .option('--dry-run', captionText('help.dryRun'))
    .option('-y, --yes', text('flag.yes'))
    .hook(
      'preAction',
      printing(session, ({ yes }: AttachFlags) => (yes ? ['file', 'ok', 'message'] : planFields)),
    )
    .action((folder: string, flags: AttachFlags) => {
      if (!flags.yes && !flags.dryRun) demand(session, '--yes')
      return attachCommand(session, folder, flags)
    })
}

const verb = (name: string, fill: FillCommand): LazyCommand => ({
  name,
  summary: captionText(`help.${name}` as Parameters<typeof captionText>[0]),
  load: async () => fill,
})

/** CAPTION-01 to CAPTION-06: `kinora captions`. */
export const captionVerbs: readonly LazyCommand[] = [
  verb('list', addList),
  verb('show', addShow),
  verb('add', addAdd),
  verb('check', addCheck),
  verb('remove', addRemove),
  verb('attach', addAttach),
]

import { type Caption, captions, languageInName, languageName } from '@kinora/core'
import { cuesOf, formatTimestamp } from '@kinora/core/webvtt'
import { type AttachFlags, attachCommand, planFields } from '../captions/attach.ts'
import {
  addTrack,
  findTrack,
  findTracks,
  languageMissing,
  openCaptions,
  printProblems,
  printShiftHint,
  readCaptions,
  toLanguage,
} from '../captions/tracks.ts'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { saveResponse } from '../kernel/save-response.ts'
import { agree, requireFlag, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { findTitle } from '../titles/find.ts'

const help = {
  language: 'language such as de-DE',
  replace: 'replace captions that are there already',
  shift: 'move all captions by so many seconds, such as -3600; the first stops at 0',
} as const

const trackFields = namesOf<Caption>({
  trackId: true,
  titleTag: true,
  title: true,
  language: true,
  url: true,
  createdDate: true,
  beyondEnd: true,
  version: true,
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
      for (const track of tracks) warnBeyondEnd(session, track)
    })
  addExamples(command, ['TAG'])
}

/** CAPTION-05: what was stored before the video was there is compared with it once it is. */
function warnBeyondEnd(session: Session, { titleTag, title, language, beyondEnd }: Caption): void {
  if (beyondEnd === null) return
  const { print } = session
  const start = formatTimestamp(beyondEnd.start).slice(0, -'.000'.length)
  print.warn(safe`${language}: captions start after the video has ended, the last one at ${start}`)
  const { shift } = beyondEnd
  const names = { tag: quoted(titleTag), language: quoted(language), title: quoted(title) }
  const known = { ...names, context: contextFlags(session) }
  print.note(
    shift === null
      ? safe`Add others: kinora captions add ${known.tag} FILE --language ${known.language} --title ${known.title} --replace${known.context}`
      : safe`To move them: kinora captions show ${known.tag} ${known.language} --output captions.vtt${known.context} && kinora captions add ${known.tag} captions.vtt --language ${known.language} --title ${known.title} --replace --shift ${shift}${known.context}`,
  )
}

const addShow: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<language>', help.language)
    .option('-o, --output <file>', text('api.output'))
    .action(async (tag: string, language: string, { output }: { output?: string }) => {
      const { url } = await findTrack(session, tag, language)
      const network = await session.world.network()
      const answer = await network.fetch!((await session.url()) + url, { signal: session.world.interrupted })
      if (!answer.ok) throw explain('notFound', { what: `${url}: ${answer.status}` })
      await saveResponse(session, { body: answer.body! }, output)
    })
  addExamples(command, ['TAG de-DE', 'TAG de-DE -o class.de-DE.vtt'])
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
    .argument('<file>', 'WebVTT file; SubRip, SBV and TTML are converted')
    .option('--language <tag>', 'language such as de-DE; taken from the file name if it ends in one')
    .option('--title <text>', 'what members see in the player’s menu; defaults to the language’s name')
    .option('--replace', help.replace)
    .option('--shift <seconds>', help.shift, toShift)
    .hook('preAction', printing(session, trackFields))
    .action((tag: string, path: string, flags: AddFlags) => addCaptions(session, { tag, path, flags }))
  addExamples(command, [
    'TAG class.de-DE.vtt',
    'TAG class.vtt --language de-DE --title Deutsch --replace',
    'TAG class.de-DE.srt --shift -3600',
  ])
}

function toShift(written: string): number {
  const seconds = Number(written)
  if (written.trim() !== '' && Number.isFinite(seconds)) return seconds
  throw usage(safe`“${written}” is no number of seconds`, 'Write a number such as 1.5 or -3600.')
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
    titleTag: tag,
    language,
    title,
    replace,
    ...(shift !== undefined && { shift }),
    file: file.blob,
    name: file.name,
  })
  session.print.record(track, [
    ['track', track.trackId],
    ['language', language],
    ['title', title],
  ])
  session.print.done(text('captions.add.done', { tag, language: languageName(language) }))
}

const addCheck: FillCommand = (command, session) => {
  command
    .argument('<file...>', 'WebVTT files, or SubRip, SBV and TTML')
    .option('--for <tag>', 'tag of the title that they are for: captions after its end are named')
    .option('--shift <seconds>', help.shift, toShift)
    .action((paths: string[], flags: CheckFlags) => checkFiles(session, paths, flags))
  addExamples(command, ['class.de-DE.vtt', 'captions/*.vtt --for TAG'])
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
    printProblems(session, found)
    printShiftHint(session, found)
    const cues = cuesOf(found.read)
    const end = formatTimestamp(cues.reduce((latest, cue) => Math.max(latest, cue.end), 0))
    if (found.read.problems.some(({ severity }) => severity === 'error')) bad += 1
    else
      session.print.line(
        say(
          {
            one: '{{file}}: {{count}} caption, until {{end}}',
            other: '{{file}}: {{count}} captions, until {{end}}',
          },
          { file: found.file.name, count: cues.length, end },
        ),
      )
  }
  if (bad > 0)
    throw explain('invalid', {
      what: say({ one: '{{count}} file has errors', other: '{{count}} files have errors' }, { count: bad }),
      how: 'Correct the lines named above, then check again.',
    })
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<language>', help.language)
    .option('-y, --yes', text('flag.yes'))
    .action(async (tag: string, written: string, { yes }: { yes?: boolean }) => {
      const track = await findTrack(session, tag, written)
      const values = { tag, language: languageName(track.language) }
      await agree(session, yes, safe`Delete the ${values.language} captions of ${values.tag}?`)
      await (await session.send())(captions.remove, { trackId: track.trackId })
      session.print.done(safe`${values.language} captions of ${values.tag} deleted`)
    })
  addExamples(command, ['TAG de-DE', 'TAG de-DE --yes'])
}

const addAttach: FillCommand = (command, session) => {
  command
    .argument('<folder>', text('captions.folder'))
    .option('--replace', help.replace)
    .option('--dry-run', 'show the plan and change nothing')
    .option('-y, --yes', text('flag.yes'))
    .hook(
      'preAction',
      printing(session, ({ yes }: AttachFlags) => (yes ? ['file', 'ok', 'message'] : planFields)),
    )
    .action((folder: string, flags: AttachFlags) => {
      if (!flags.yes && !flags.dryRun) requireFlag(session, '--yes')
      return attachCommand(session, folder, flags)
    })
  addExamples(command, ['captions --dry-run', 'captions --yes'])
}

/** CAPTION-01 to CAPTION-06: `kinora captions`. */
export const captionVerbs: readonly LazyCommand[] = [
  verb('list', 'list the captions of a title', addList),
  verb('show', 'print the captions of a title in a language, as WebVTT', addShow),
  verb('add', 'add captions to a title, or replace those of a language', addAdd),
  verb('check', 'check caption files: each problem with its line, nothing is sent', addCheck),
  verb('remove', 'delete the captions of a title in a language', addRemove),
  verb(
    'attach',
    'add all captions of a folder to titles, found by file name; shows the plan first',
    addAttach,
  ),
]

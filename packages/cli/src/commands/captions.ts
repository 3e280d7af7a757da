import { type Caption, languageInName, languageName } from '@kinora/core'
import { cuesOf, formatTimestamp } from '@kinora/core/webvtt'
import { type AttachFlags, attachCommand, planFields } from '../captions/attach.ts'
import { openCaptions, readCaptions, tellProblems } from '../captions/read-file.ts'
import { captionText } from '../captions/texts.ts'
import { addTrack, findTrack, findTracks, languageMissing, toLanguage } from '../captions/tracks.ts'
import { explain } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { saveAnswer } from '../kernel/save-answer.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

const trackFields = namesOf<Caption>({
  ...{ trackId: true, titleTag: true, title: true, language: true, url: true },
  ...{ createdDate: true, version: true },
})

const addList: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .hook('preAction', printing(session, trackFields))
    .action(async (tag: string) =>
      session.print.table(await findTracks(session, tag), [
        { header: 'LANGUAGE', value: track => track.language, look: 'accent' },
        { header: 'TITLE', value: track => track.title, flexible: true },
        { header: 'ADDED', value: track => track.createdDate },
      ]),
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
}

const addAdd: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<file>', captionText('help.file'))
    .option('--language <tag>', captionText('help.addLanguage'))
    .option('--title <text>', captionText('help.title'))
    .option('--replace', captionText('help.replace'))
    .hook('preAction', printing(session, trackFields))
    .action((tag: string, path: string, flags: AddFlags) => addCaptions(session, { tag, path, flags }))
}

/** CAPTION-01 to CAPTION-05 */
async function addCaptions(
  session: Session,
  given: { tag: string; path: string; flags: AddFlags },
): Promise<void> {
  const { tag, path, flags } = given
  const { file } = await openCaptions(session, path)
  const language = flags.language === undefined ? languageInName(file.name) : toLanguage(flags.language)
  if (language === undefined) throw languageMissing(file.name)
  const { title = languageName(language), replace = false } = flags
  const track = await addTrack(session, {
    ...{ titleTag: tag, language, title, replace },
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
    .action((paths: string[]) => checkFiles(session, paths))
}

async function checkFiles(session: Session, paths: readonly string[]): Promise<void> {
  let bad = 0
  for (const path of paths) {
    const found = await readCaptions(session, path)
    tellProblems(session, found)
    const cues = cuesOf(found.read)
    const end = formatTimestamp(Math.max(0, ...cues.map(cue => cue.end)))
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

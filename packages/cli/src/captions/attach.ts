import {
  type Caption,
  fold,
  hasCaptionEnding,
  languageInName,
  languageName,
  type Title,
  titles,
} from '@kinora/core'
import { toVttIssue } from '@kinora/core/webvtt'
import { safe, say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { messages } from '../kernel/messages.ts'
import { forEachId } from '../kernel/outcomes.ts'
import { withSpinner } from '../kernel/progress.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addTrack, type CaptionFile, findTracks, readCaptions } from './tracks.ts'

export interface AttachFlags {
  replace?: boolean
  yes?: boolean
  dryRun?: boolean
}

/** A file with the title and language that its name stands for. */
interface Matched {
  file: string
  tag: string
  title: string
  language: string
}
type Wanted = Matched & { action: 'add' | 'replace'; captions: CaptionFile }
/** `action` says why. */
type Skipped = Matched & { action: string; captions: undefined }
type Planned = Wanted | Skipped

const isWanted = (entry: Planned): entry is Wanted => entry.captions !== undefined

/** What `--json` may name of a plan. */
export const planFields: readonly string[] = ['file', 'tag', 'title', 'language', 'action']

/** Matches the files of a folder to titles by name, shows what will be done, and does it once that is agreed to. */
export async function attachCommand(session: Session, folder: string, flags: AttachFlags): Promise<void> {
  const { print } = session
  const plan = await withSpinner(session, text('wait.verify', { name: folder }), () =>
    toPlan(session, folder, flags),
  )
  const todo = plan.filter(isWanted)
  if (flags.dryRun || !flags.yes || todo.length === 0) showPlan(session, plan)
  if (flags.dryRun) return
  if (todo.length === 0) return print.note('Nothing to add.')
  if (flags.yes) warnOfSkipped(session, plan)
  else
    await requireYes(
      session,
      say(
        { one: 'Add {{count}} caption file?', other: 'Add {{count}} caption files?' },
        { count: todo.length },
      ),
    )
  const byFile = new Map(todo.map(entry => [entry.file, entry]))
  await forEachId(session, 'file', {
    ids: [...byFile.keys()],
    act: file => attach(session, byFile.get(file)!),
  })
}

/** With `--yes` only what is done is printed; what isn't still has to be seen, beside the results. */
function warnOfSkipped({ print }: Session, plan: readonly Planned[]): void {
  for (const entry of plan)
    if (!isWanted(entry)) print.warn(text('captions.line.error', { file: entry.file, problem: entry.action }))
}

async function attach(session: Session, { tag, language, action, captions }: Wanted): Promise<string> {
  const { file } = captions
  const title = languageName(language)
  await addTrack(session, {
    titleTag: tag,
    language,
    title,
    replace: action === 'replace',
    file: file.blob,
    name: file.name,
  })
  return text('captions.add.done', { tag, language: title })
}

function showPlan({ print }: Session, plan: readonly Planned[]): void {
  print.table(
    plan.map(({ captions: _, ...shown }) => shown),
    [
      { header: 'FILE', value: row => row.file, flexible: true },
      { header: 'TAG', value: row => row.tag, look: 'accent' },
      { header: 'TITLE', value: row => row.title, flexible: true },
      { header: 'LANGUAGE', value: row => row.language },
      { header: 'ACTION', value: row => row.action },
    ],
  )
}

async function toPlan(session: Session, folder: string, flags: AttachFlags): Promise<Planned[]> {
  const files = (await session.world.files.list(folder)).filter(hasCaptionEnding)
  if (files.length === 0) throw usage(safe`There is no caption file in ${folder}`, text('captions.folder'))
  const names = new Map(files.map(file => [file, nameOf(file)]))
  const titles = await matchTitles(session, [...names.values()])
  const tracks = new Map<string, Promise<Caption[]>>()
  const taken = new Set<string>()
  const plan: Planned[] = []
  for (const file of files) {
    const language = languageInName(file) ?? ''
    const [title, ...others] = titles.get(names.get(file)!) ?? []
    const row = { file, tag: title?.tag ?? '', title: title?.className ?? '', language }
    const skip = (action: string) => plan.push({ ...row, action, captions: undefined })
    if (title === undefined) skip('skip: no title is named so')
    else if (others.length > 0)
      skip(
        say(
          { one: 'skip: {{count}} title is named so', other: 'skip: {{count}} titles are named so' },
          { count: others.length + 1 },
        ),
      )
    else if (language === '') skip('skip: no language in the name')
    else if (taken.has(`${title.tag} ${language}`)) skip('skip: the same name twice in this language')
    else plan.push(await planFile({ session, folder, row, title, tracks, flags, taken }))
  }
  return plan
}

interface Found {
  session: Session
  folder: string
  row: Matched
  title: Title
  tracks: Map<string, Promise<Caption[]>>
  taken: Set<string>
  flags: AttachFlags
}

async function planFile({ session, folder, row, title, tracks, taken, flags }: Found): Promise<Planned> {
  const captions = await readCaptions(session, session.world.files.resolve(row.file, folder), {
    length: title.durationSecond,
  })
  const problem = captions.read.problems.find(({ severity }) => severity === 'error')
  if (problem !== undefined) {
    const words = messages.issue(toVttIssue(problem))
    return { ...row, action: safe`skip: ${words}`, captions: undefined }
  }
  if (!tracks.has(title.tag)) tracks.set(title.tag, findTracks(session, title.tag))
  const isThere = (await tracks.get(title.tag)!).some(track => track.language === row.language)
  if (isThere && !flags.replace)
    return { ...row, action: 'skip: there are captions already', captions: undefined }
  taken.add(`${title.tag} ${row.language}`)
  return { ...row, action: isThere ? 'replace' : 'add', captions }
}

/** The name without its ending and language. */
const nameOf = (file: string): string =>
  file.replace(languageInName(file) === undefined ? /\.\w+$/ : /[._ -][a-z]{2}(?:[-_][a-z]{2})?\.\w+$/i, '')

/** Keys of one call. */
const BATCH = 100

/** The titles that each name may stand for: its tag, else its external id, else the name of its video file or of itself. */
async function matchTitles(
  session: Session,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Title[]>> {
  const send = await session.send()
  const found = new Map<string, Title[]>()
  const rest = () => [...new Set(names)].filter(name => !found.has(name))
  for (const titleTags of batchesOf(rest()))
    for (const title of (await send(titles.find, { titleTags })).data) found.set(title.tag, [title])
  for (const externalId of batchesOf(rest()))
    for (const title of (await send(titles.search, { externalId, take: -1 })).data)
      if (title.externalId !== null) found.set(title.externalId, [title])
  for (const name of rest()) {
    for (const query of new Set([name, plain(name)])) {
      const { data } = await send(titles.search, { query, take: BATCH })
      const named = data.filter(title => isNamed(title, name))
      if (named.length > 0) found.set(name, named)
      if (named.length > 0) break
    }
  }
  return found
}

function* batchesOf(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += BATCH) yield keys.slice(at, at + BATCH)
}

function isNamed({ fileName, className }: Title, name: string): boolean {
  const wanted = plain(name)
  return (
    plain(className) === wanted || (fileName !== null && plain(fileName.replace(/\.\w+$/, '')) === wanted)
  )
}

/** File systems, spreadsheets and people write the same name in different ways. */
const plain = (name: string): string =>
  fold(name)
    .replace(/[\s._-]+/g, ' ')
    .trim()

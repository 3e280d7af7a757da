import {
  checkPlaybackFile,
  KinoraError,
  type PlaybackDay,
  type PlaybackProblem,
  PlaybackUpload,
  playback,
  toMegabytes,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, explain } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'

const help = { id: 'tracking id, as upload prints it' } as const

const uploadFields = Object.keys(PlaybackUpload.shape)

const addUpload: FillCommand = (command, session) => {
  command
    .argument('<file>', '.json file: an array of records, or one record a line')
    .option('--commit', 'commit it right away if every record is good')
    .hook('preAction', printing(session, uploadFields))
    .action((path: string, { commit = false }: { commit?: boolean }) => upload(session, path, commit))
  addExamples(command, ['plays.json', 'plays.json --commit'])
}

/** PLAY-01, PLAY-02: the file is sent as it is read, whatever its size. */
async function upload(session: Session, path: string, isCommitted: boolean): Promise<void> {
  const file = await session.world.files.open(path)
  const issues = checkPlaybackFile(file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const send = await session.send()
  const options = { timeout: 0 }
  const name = `${file.name}, ${toMegabytes(file.size)}`
  const { trackingId: id } = await withSpinner(session, safe`Uploading ${name}`, () =>
    send(playback.upload, { file: new File([file.blob], file.name, { type: 'application/json' }) }, options),
  )
  const found = await send(playback.view, { trackingId: id }, options)
  warnOfBad(session, found)
  if (isCommitted && found.bad === 0) return commit(session, id)
  show(session, found)
  sayNext(session, found, isCommitted)
}

/** The id and the flags of commands that go on with an upload. */
const knownOf = (session: Session, { trackingId }: PlaybackUpload) => ({
  id: quoted(trackingId),
  context: contextFlags(session),
})

function warnOfBad(session: Session, found: PlaybackUpload): void {
  if (found.bad === 0) return
  session.print.warn(
    say(
      {
        one: '{{count}} record is bad and won’t count: kinora playback status {{id}}{{context}}',
        other: '{{count}} records are bad and won’t count: kinora playback status {{id}}{{context}}',
      },
      { count: found.bad, ...knownOf(session, found) },
    ),
  )
}

/** What is left to do with an upload that isn't committed. */
function sayNext(session: Session, found: PlaybackUpload, isCommitted: boolean): void {
  const { print } = session
  const known = knownOf(session, found)
  if (found.good === 0) {
    session.code = exitCodes.usage
    print.fail('Nothing in this file can be counted.')
  } else if (isCommitted) {
    session.code = exitCodes.partly
    print.warn(
      safe`Not committed, because some records are bad. Count the others: kinora playback commit ${known.id}${known.context}`,
    )
  } else
    print.done(
      say(
        {
          one: '{{count}} record read. Count it: kinora playback commit {{id}}{{context}}',
          other: '{{count}} records read. Count them: kinora playback commit {{id}}{{context}}',
        },
        { count: found.good, ...known },
      ),
    )
}

const addStatus: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('--all', 'every problem, without pages')
    .hook('preAction', printing(session, uploadFields))
    .action(async (trackingId: string, { all }: { all?: boolean }) => {
      const send = await session.send()
      const found = await send(playback.view, { trackingId, ...(all && { take: -1 }) })
      show(session, found)
      for (const problem of found.problems.data) session.print.warn(lineOf(problem))
    })
  addExamples(command, ['ID', 'ID --all --json problems'])
}

const addCommit: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .hook('preAction', printing(session, uploadFields))
    .action((trackingId: string) => commit(session, trackingId))
  addExamples(command, ['ID'])
}

/** PLAY-04 */
async function commit(session: Session, trackingId: string): Promise<void> {
  const send = await session.send()
  const found = await send(playback.commit, { trackingId }, { timeout: 0 })
  show(session, found)
  if (found.repeats === null)
    session.print.done(
      say({ one: '{{count}} record counted', other: '{{count}} records counted' }, { count: found.good }),
    )
  else session.print.warn(safe`The same content was committed before as ${found.repeats}. Nothing was added.`)
}

const addCancel: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .hook('preAction', printing(session, uploadFields))
    .action(async (trackingId: string) => {
      const send = await session.send()
      show(session, await send(playback.cancel, { trackingId }, { timeout: 0 }))
      session.print.done('Cancelled. Nothing was counted')
    })
  addExamples(command, ['ID'])
}

type Difference = { kept: PlaybackDay | null; counted: PlaybackDay | null }

const addRecount: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, ['kept', 'counted'])).action(async () => {
    const send = await session.send()
    const { records, days, differences } = await send(playback.recount, {}, { timeout: 0 })
    if (session.print.json || differences.length > 0) session.print.table(differences, columns)
    if (differences.length > 0)
      throw explain('conflict', {
        what: say(
          { one: '{{count}} day differs', other: '{{count}} days differ' },
          { count: differences.length },
        ),
        how: 'Compare the lines above, and tell whoever runs the platform.',
      })
    session.print.done(safe`The kept numbers are right. Records: ${records}, days: ${days}`)
  })
  addExamples(command, [''])
}

const sums = (day: PlaybackDay | null) =>
  day === null ? '' : `${day.plays} plays, ${day.completed} completed, ${day.seconds} s`
const either = ({ kept, counted }: Difference) => kept ?? counted!
const columns: readonly Column<Difference>[] = [
  { header: 'DAY', value: row => either(row).day, look: 'accent' },
  { header: 'TENANT', value: row => either(row).tenantId },
  { header: 'TITLE', value: row => either(row).titleTag ?? either(row).eventId },
  { header: 'KEPT', value: ({ kept }) => sums(kept) },
  { header: 'COUNTED', value: ({ counted }) => sums(counted) },
]

const show = ({ print }: Session, found: PlaybackUpload): void =>
  print.record(found, [
    ['id', found.trackingId],
    ['status', found.status],
    ['file', found.fileName],
    ['good', found.good],
    ['bad', found.bad],
    ['uploaded', found.uploadedDate],
  ])

const lineOf = ({ line, text }: PlaybackProblem): string => safe`line ${line}: ${text}`

/** PLAY-01 to PLAY-05: `kinora playback`, for administrators. */
export const playbackVerbs: readonly LazyCommand[] = [
  verb('upload', 'upload playback data; nothing counts before it is committed', addUpload),
  verb('status', 'show how many records of an upload are good and bad, and what is wrong by line', addStatus),
  verb('commit', 'count the good records of an upload, once', addCommit),
  verb('cancel', 'drop an upload that isn’t committed', addCancel),
  verb('recount', 'count all committed records anew and compare with the kept numbers', addRecount),
]

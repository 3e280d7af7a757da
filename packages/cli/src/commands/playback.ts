import {
  checkPlaybackFile,
  KinoraError,
  type PlaybackDay,
  type PlaybackProblem,
  PlaybackUpload,
  toMegabytes,
} from '@kinora/core'
import { exitCodes, explain } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { playbackText } from '../playback/texts.ts'

const uploadFields = Object.keys(PlaybackUpload.shape)

const addUpload: FillCommand = (command, session) => {
  command
    .argument('<file>', playbackText('help.file'))
    .option('--commit', playbackText('help.commitNow'))
    .hook('preAction', printing(session, uploadFields))
    .action((path: string, { commit = false }: { commit?: boolean }) => upload(session, path, commit))
}

/** PLAY-01, PLAY-02: the file is sent as it is read, whatever its size. */
async function upload(session: Session, path: string, isCommitted: boolean): Promise<void> {
  const { print, world } = session
  const file = await world.files.open(path)
  const issues = checkPlaybackFile(file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const { playback } = await session.api()
  const options = { signal: world.interrupted, timeout: 0 }
  const name = `${file.name}, ${toMegabytes(file.size)}`
  const { trackingId: id } = await withSpinner(session, playbackText('upload.wait', { name }), () =>
    playback.upload({ file: new File([file.blob], file.name, { type: 'application/json' }) }, options),
  )
  const found = await playback.view({ trackingId: id }, options)
  const known = { id: quoted(id), context: contextFlags(session) }
  if (found.bad > 0) print.warn(playbackText('upload.bad', { count: found.bad, ...known }))
  if (isCommitted && found.bad === 0) return commit(session, id)
  show(session, found)
  if (found.good === 0) {
    session.code = exitCodes.usage
    return print.fail(playbackText('upload.none'))
  }
  if (isCommitted) {
    session.code = exitCodes.partly
    print.warn(playbackText('upload.notCommitted', known))
  } else print.done(playbackText('upload.done', { count: found.good, ...known }))
}

const addStatus: FillCommand = (command, session) => {
  command
    .argument('<id>', playbackText('help.id'))
    .option('--all', playbackText('help.all'))
    .hook('preAction', printing(session, uploadFields))
    .action(async (trackingId: string, { all }: { all?: boolean }) => {
      const { playback } = await session.api()
      const options = { signal: session.world.interrupted }
      const found = await playback.view({ trackingId, ...(all && { take: -1 }) }, options)
      show(session, found)
      for (const problem of found.problems.data) session.print.warn(lineOf(problem))
    })
}

const addCommit: FillCommand = (command, session) => {
  command
    .argument('<id>', playbackText('help.id'))
    .hook('preAction', printing(session, uploadFields))
    .action((trackingId: string) => commit(session, trackingId))
}

/** PLAY-04 */
async function commit(session: Session, trackingId: string): Promise<void> {
  const { playback } = await session.api()
  const found = await playback.commit({ trackingId }, { signal: session.world.interrupted, timeout: 0 })
  show(session, found)
  if (found.repeats === null) session.print.done(playbackText('commit.done', { count: found.good }))
  else session.print.warn(playbackText('commit.repeats', { id: found.repeats }))
}

const addCancel: FillCommand = (command, session) => {
  command
    .argument('<id>', playbackText('help.id'))
    .hook('preAction', printing(session, uploadFields))
    .action(async (trackingId: string) => {
      const { playback } = await session.api()
      const options = { signal: session.world.interrupted, timeout: 0 }
      show(session, await playback.cancel({ trackingId }, options))
      session.print.done(playbackText('cancel.done'))
    })
}

type Difference = { kept: PlaybackDay | null; counted: PlaybackDay | null }

const addRecount: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, ['kept', 'counted'])).action(async () => {
    const { playback } = await session.api()
    const { records, days, differences } = await playback.recount(
      {},
      { signal: session.world.interrupted, timeout: 0 },
    )
    if (session.print.json || differences.length > 0) session.print.table(differences, columns)
    if (differences.length > 0)
      throw explain('conflict', {
        what: playbackText('recount.differ', { count: differences.length }),
        how: playbackText('recount.how'),
      })
    session.print.done(playbackText('recount.same', { records, days }))
  })
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

const lineOf = ({ line, text }: PlaybackProblem): string =>
  playbackText('status.line', { line, problem: text })

const verb = (
  name: 'upload' | 'status' | 'commit' | 'cancel' | 'recount',
  fill: FillCommand,
): LazyCommand => ({
  name,
  summary: playbackText(`help.${name}`),
  load: async () => fill,
})

/** PLAY-01 to PLAY-05: `kinora playback`, for administrators. */
export const playbackVerbs: readonly LazyCommand[] = [
  verb('upload', addUpload),
  verb('status', addStatus),
  verb('commit', addCommit),
  verb('cancel', addCancel),
  verb('recount', addRecount),
]

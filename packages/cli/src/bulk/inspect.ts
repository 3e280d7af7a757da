import { type Metadata, withoutRetry } from '@kinora/core'
import {
  type Assets,
  type CheckedRow,
  checkCatalogue,
  checkFile,
  createAssets,
  createDirectory,
  type Directory,
  type FindTitles,
  findTagged,
  isOfFile,
  isRefused,
  type OpenMedia,
  type Problem,
  prepareRow,
  type RowRecord,
  type RunRecord,
  readCsv,
  withoutMissingFiles,
} from '@kinora/core/bulk'
import type { RunBytes } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'

/** A catalogue on the disk. It can be read several times; its files are checked once. */
export interface Catalogue {
  file: LocalFile
  assets: Assets
  /** What the server knows; undefined where it isn't asked. */
  server: { directory: Directory; findTitles: FindTitles } | undefined
}

export interface Inspection {
  /** `fileless`: rows that name neither a file nor a title that is there. */
  counts: { rows: number; bad: number; warnings: number; fileless: number }
  /** Bytes that the wanted rows have to send, by external id; rows that send none are left out. */
  bytes: Map<string, number>
  /** Whether the file or its header keeps every row from being run. */
  unusable: boolean
}

/** Without metadata neither names nor titles are looked up. */
export async function openCatalogue(
  session: Session,
  path: string,
  metadata: Metadata | undefined,
): Promise<Catalogue> {
  const { files } = session.world
  const file = await files.open(path)
  const base = files.folderOf(file.path)
  const assets = createAssets({ open: name => files.open(files.resolve(name, base)), checkFile })
  if (metadata === undefined) return { file, assets, server: undefined }
  const { clock, interrupted: signal } = session.world
  const send = withoutRetry(await session.send())
  const findTitles: FindTitles = tags => findTagged(tags, { send, clock, signal })
  return { file, assets, server: { directory: createDirectory(metadata), findTitles } }
}

interface InspectOptions {
  publish: boolean
  onProblems(problems: readonly Problem[]): void
  /** What was run before: files of finished rows may be gone. */
  run?: RunRecord | undefined
  /** The rows whose bytes are counted; without it none are. */
  isWanted?(checked: CheckedRow): boolean
}

/** Reads and checks a whole catalogue of any length in little memory; problems are handed over as they are found. */
export async function inspect(
  session: Session,
  catalogue: Catalogue,
  options: InspectOptions,
): Promise<Inspection> {
  const found: Inspection = {
    counts: { rows: 0, bad: 0, warnings: 0, fileless: 0 },
    bytes: new Map(),
    unusable: false,
  }
  const take = (problems: readonly Problem[]) => {
    if (problems.length === 0) return
    for (const problem of problems)
      if (problem.level === 'warning') found.counts.warnings++
      else if (isOfFile(problem)) found.unusable = true
    options.onProblems(problems)
  }
  const takeRow = async (given: CheckedRow) => {
    const { externalId, files, tag } = given.row
    const record = options.run?.rows.get(externalId)
    const checked = await withoutMissingFiles(given, record)
    found.counts.rows++
    if (files.file === undefined && tag === undefined) found.counts.fileless++
    take(checked.problems)
    if (isRefused(checked)) found.counts.bad++
    else if (options.isWanted?.(checked)) {
      const bytes = await bytesOf(checked, record, catalogue.assets.open)
      if (bytes > 0) found.bytes.set(externalId, bytes)
    }
  }
  for await (const event of eventsOf(catalogue, options.publish)) {
    session.world.interrupted.throwIfAborted()
    if (event.kind === 'problems') take(event.problems)
    else for (const row of event.rows) await takeRow(row)
  }
  return found
}

/** The rows of a catalogue with what is wrong with them, read as they are asked for. */
export async function* eachRow(catalogue: Catalogue): AsyncGenerator<CheckedRow> {
  for await (const event of eventsOf(catalogue, false)) if (event.kind === 'rows') yield* event.rows
}

const eventsOf = ({ file, assets, server }: Catalogue, publish: boolean) =>
  checkCatalogue(readCsv(file.pieces()), { assets, publish, ...server })

/** Bytes of videos and trailers that a run has to send for a row: what is stored already isn't sent. */
async function bytesOf(checked: CheckedRow, record: RowRecord | undefined, open: OpenMedia): Promise<number> {
  const { file, trailer } = checked.row.files
  if (file === undefined && trailer === undefined) return 0
  const { steps } = await prepareRow(checked, { open, record, publish: false })
  const sent = steps.flatMap(step =>
    step.kind === 'upload' || step.kind === 'trailer' ? step.file.size : [],
  )
  return sent.reduce((sum, size) => sum + size, 0)
}

/** The bytes of a run while it goes on. `planned`: bytes of each row with something to send, by external id. */
export function countBytes(planned: ReadonlyMap<string, number>) {
  const open = new Map(planned)
  let total = [...planned.values()].reduce((sum, bytes) => sum + bytes, 0)
  let [done, sent] = [0, 0]
  return {
    now: (): RunBytes => ({ sent, done, total }),
    /** A file is begun; what nobody has planned adds to the total. */
    begin(id: string, size: number) {
      const left = open.get(id) ?? 0
      total += Math.max(0, size - left)
      open.set(id, Math.max(0, left - size))
      let at: number | undefined
      return {
        /** The first figure above zero is where the file stood before. */
        reach(bytes: number) {
          if (bytes <= 0) return
          sent += Math.max(0, bytes - (at ?? bytes))
          done += bytes - (at ?? 0)
          at = bytes
        },
        /** What isn't there by then won't come any more. */
        end() {
          total -= size - (at ?? 0)
        },
      }
    },
    /** A row is finished: what it was to send and didn't begin won't come any more. */
    finish(id: string) {
      total -= open.get(id) ?? 0
      open.delete(id)
    },
  }
}

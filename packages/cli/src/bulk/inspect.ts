import { type Metadata, once } from '@kinora/core'
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
  type Problem,
  type RunRecord,
  readCsv,
  withoutMissingFiles,
} from '@kinora/core/bulk'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { bytesOf } from './run-bytes.ts'

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
  const send = once(await session.send())
  const findTitles: FindTitles = tags => findTagged(tags, { send, clock, signal })
  return { file, assets, server: { directory: createDirectory(metadata), findTitles } }
}

/** Reads and checks a whole catalogue of any length in little memory; problems are handed over as they are found. */
export async function inspect(
  session: Session,
  catalogue: Catalogue,
  options: {
    publish: boolean
    onProblems(problems: readonly Problem[]): void
    /** What was run before: files of finished rows may be gone. */
    run?: RunRecord | undefined
    /** The rows whose bytes are counted; without it none are. */
    isWanted?(checked: CheckedRow): boolean
  },
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
  for await (const event of eventsOf(catalogue, options.publish)) {
    session.world.interrupted.throwIfAborted()
    if (event.kind === 'problems') take(event.problems)
    else
      for (const given of event.rows) {
        const id = given.row.externalId
        const record = options.run?.rows.get(id)
        const checked = await withoutMissingFiles(given, record)
        found.counts.rows++
        if (given.row.files.file === undefined && given.row.tag === undefined) found.counts.fileless++
        take(checked.problems)
        if (isRefused(checked)) found.counts.bad++
        else if (options.isWanted?.(checked)) {
          const bytes = await bytesOf(checked, record, catalogue.assets.open)
          if (bytes > 0) found.bytes.set(id, bytes)
        }
      }
  }
  return found
}

/** The rows of a catalogue with what is wrong with them, read as they are asked for. */
export async function* eachRow(catalogue: Catalogue): AsyncGenerator<CheckedRow> {
  for await (const event of eventsOf(catalogue, false)) if (event.kind === 'rows') yield* event.rows
}

const eventsOf = ({ file, assets, server }: Catalogue, publish: boolean) =>
  checkCatalogue(readCsv(file.pieces()), { assets, publish, ...server })

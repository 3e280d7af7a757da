import { type Duplex, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { KinoraError } from '@kinora/core'
import * as z from 'zod'
import { DatabaseFacts, toJson } from './database-copy.ts'
import type { BackupPlace, Content } from './places.ts'

const ContentSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number(),
}) satisfies z.ZodType<Content>

/** A file of the platform, by its path in a data folder; by its size and time the next backup knows that it needn't be read again. */
export const SavedFile = ContentSchema.extend({ path: z.string(), modified: z.number() })
export type SavedFile = z.infer<typeof SavedFile>

/** What a backup was taken of, and when. */
const Snapshot = z.object({
  format: z.literal(1),
  /** Its name among the others: the moment at which it began. Files are made and removed by it, so it names no other folder. */
  id: z.string().regex(/^\w[\w.-]*$/),
  version: z.string(),
  database: ContentSchema.extend({ facts: DatabaseFacts }),
  /** The list of its files. */
  files: ContentSchema.extend({ count: z.number(), total: z.number() }),
  /** Paths of files that aren’t in it, as they changed or went each time that they were read; undefined where it is whole. */
  missing: z.array(z.string()).optional(),
  /** The store in which the files of titles lay when it was taken; undefined where that was the data folder. */
  store: z.object({ name: z.string(), isIn: z.boolean() }).optional(),
  /** The secrets of the data folder, sealed with a passphrase. */
  secrets: z.string().optional(),
})
export type Snapshot = z.infer<typeof Snapshot>

const DOCUMENTS = 'snapshots/'
const nameOf = (id: string): string => `${DOCUMENTS}${id}.json`

/** Snapshots in a place; what several of them have is kept once (OPS-03). */
export type Snapshots = ReturnType<typeof openSnapshots>

export function openSnapshots(place: BackupPlace) {
  const damaged = (content: Content, cause?: unknown) =>
    new KinoraError('conflict', {
      detail: `The backup is damaged at ${place.nameOf(content)}. Look at all of it: kinora backup verify.`,
      cause,
    })
  const snapshots = {
    place,
    /** Lines as one compressed content; they are asked for as often as the place needs them. */
    saveLines: (lines: () => AsyncIterable<string> | Iterable<string>) =>
      place.save(() => Readable.from(withBreaks(lines())).pipe(createGzip())),
    async *readLines(content: Content): AsyncGenerator<string> {
      try {
        yield* linesOf(await place.read(content), createGunzip())
      } catch (cause) {
        throw damaged(content, cause)
      }
    },
    async *filesOf({ files }: Snapshot): AsyncGenerator<SavedFile> {
      for await (const line of snapshots.readLines(files)) {
        const read = SavedFile.safeParse(toJson(line))
        if (!read.success) throw damaged(files)
        yield read.data
      }
    },
    /** From the oldest to the newest. Throws `notFound` where none was ever made. */
    async list(): Promise<Snapshot[]> {
      const names = await place.documents(DOCUMENTS)
      if (names === undefined)
        throw new KinoraError('notFound', { detail: `There is no backup of Kinora in ${place.name}.` })
      const found = names.filter(name => name.endsWith('.json')).sort()
      return Promise.all(found.map(name => readSnapshot(place, name)))
    },
    add: (snapshot: Snapshot): Promise<void> =>
      place.writeDocument(nameOf(snapshot.id), `${JSON.stringify(snapshot, undefined, 2)}\n`),
    remove: ({ id }: Snapshot): Promise<void> => place.removeDocument(nameOf(id)),
    /** Removes the contents that none of these names; returns what went. */
    async removeOthers(named: ReadonlySet<string>): Promise<{ count: number; bytes: number }> {
      let [count, bytes] = [0, 0]
      for await (const content of place.contents()) {
        if (named.has(content.sha256)) continue
        bytes += content.bytes
        count += 1
        await place.removeContent(content)
      }
      return { count, bytes }
    },
  }
  return snapshots
}

async function readSnapshot(place: BackupPlace, name: string): Promise<Snapshot> {
  const read = Snapshot.safeParse(toJson(await place.readDocument(name)))
  if (read.success) return read.data
  throw new KinoraError('conflict', {
    detail: `${place.name}/${name} is damaged, or a newer Kinora wrote it.`,
  })
}

/** The lines of a stream; a failure of either stream is theirs. */
export async function* linesOf(source: Readable, decoded: Duplex): AsyncGenerator<string> {
  source.on('error', error => decoded.destroy(error))
  let rest = ''
  for await (const text of source.pipe(decoded).setEncoding('utf8')) {
    const lines = (rest + String(text)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

async function* withBreaks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

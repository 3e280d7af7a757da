import { type BinaryAnswer, titleStatusName, toDay, toSkillBand, toWireDate } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Filter } from './filter.ts'
import { createNameBook, type ShownNames } from './name-book.ts'
import type { StoredTitle } from './rows.ts'
import { eachTitle, type Sorting } from './search.ts'

type Cell = string | number | null

const columns: readonly [string, (title: StoredTitle, names: ShownNames) => Cell][] = [
  ['Tag', title => title.tag],
  ['Title', title => title.className],
  ['Description', title => title.classDescription],
  ['Status', title => titleStatusName(title.status)],
  ['Type', title => (title.contentType === 1 ? 'Video' : 'Audio')],
  ['Provider', (title, names) => names.provider(title.providerId)?.name ?? ''],
  ['Channel', (title, names) => names.channel(title.channelId)],
  ['Category', (title, names) => names.category(title.classCategoryId)],
  ['Sub category', (title, names) => names.subCategory(title.classSubCategoryId)],
  ['Language', (title, names) => names.language(title.classLanguageCode)],
  ['Duration (seconds)', title => title.durationSecond],
  ['Skill', title => title.skill],
  ['Level', title => (title.skill === null ? null : toSkillBand(title.skill))],
  ['Intensity', title => title.intensity],
  ['Equipment', (title, names) => names.taxonomy(title.equipmentIds).join('; ')],
  ['Focus areas', (title, names) => names.taxonomy(title.focusAreaIds).join('; ')],
  ['Keywords', title => title.keywords.join('; ')],
  ['Instructor', title => title.instructor],
  ['Release date', title => title.scheduleDate],
  ['Created', title => toWireDate(title.createdAt)],
  ['Published', title => (title.publishedDate === null ? null : toWireDate(title.publishedDate))],
  ['File name', title => title.fileName],
  ['External id', title => title.externalId],
]

/**
 * TITLE-29, API-25: what the list shows, as CSV, sent while it is read. It begins with a byte order mark, without which
 * spreadsheets read the names of other languages wrongly; lines end in CRLF (RFC 4180).
 */
export async function exportTitles(
  scope: Scope,
  input: Filter & Sorting,
  { deps }: Context,
): Promise<BinaryAnswer> {
  const lines = toLines(ahead(eachTitle(scope, deps.db, input)), createNameBook(deps.db))
  const first = await lines.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`\ufeff${first.value ?? ''}`)),
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  return {
    body,
    contentType: 'text/csv; charset=utf-8',
    fileName: `Content_Titles_Export_${toDay(deps.clock.now())}.csv`,
  }
}

async function* toLines(
  batches: AsyncGenerator<StoredTitle[]>,
  readNames: (rows: readonly StoredTitle[]) => Promise<ShownNames>,
): AsyncGenerator<string> {
  const header = toLine(columns.map(([name]) => name))
  let before = header
  for await (const batch of batches) {
    const names = await readNames(batch)
    yield before + batch.map(title => toLine(columns.map(([, value]) => value(title, names)))).join('')
    before = ''
  }
  if (before !== '') yield before
}

/** Asks for the next batch before the one in hand is worked on: database and server work at the same time. */
async function* ahead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = batches.next()
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await batches.return(undefined)
  }
}

export const toLine = (values: readonly Cell[]): string => `${values.map(toCell).join(',')}\r\n`

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; quotes where the format needs them. */
function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
